import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Puts the content into a `noscript`, because streamed content never replaces a loading state
 * without scripts. The content must not contain `noscript`, which HTML does not allow to be nested.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
