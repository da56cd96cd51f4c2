import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Content of a document for browsers without scripts, in its place within `main`: nothing else would
 * put there what is streamed after a loading state. Other browsers take it for text and never render
 * it. What is within must not use `noscript` itself, because HTML cannot nest it.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
