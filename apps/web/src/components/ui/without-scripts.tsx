import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Content of a document for browsers without scripts. Without scripts, streamed content never
 * replaces a loading state. Other browsers treat the content as text and never render it. It must
 * not use `noscript`, because HTML cannot nest it.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
