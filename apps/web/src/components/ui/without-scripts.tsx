import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Shows content in browsers without scripts, which never replace a loading state with streamed
 * content. Browsers with scripts ignore the content. The content must not contain `noscript`,
 * because HTML does not allow nested `noscript` elements.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
