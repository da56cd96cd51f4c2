import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Content for browsers without scripts, in which streamed content never replaces a loading state.
 * Browsers with scripts treat this content as text. The content must not contain `noscript`,
 * because HTML cannot nest it.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
