import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Content of a document for browsers without scripts, in its place within `main`: without scripts,
 * content that is streamed after a loading state would never get there. Other browsers treat it as
 * text and never render it. Its content must not use `noscript`, because HTML cannot nest it.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
