import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Content of a document for browsers without scripts, where streamed content never replaces a
 * loading state. Browsers with scripts treat this content as text. It must not contain `noscript`,
 * because HTML cannot nest it.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
