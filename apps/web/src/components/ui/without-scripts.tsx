import type { ReactNode } from "react";
import { isDocumentRequest } from "@/lib/http/document-request.server";

/**
 * Without scripts, streamed content never replaces a loading state, so this component puts the
 * content into a `noscript`. The content itself must not contain `noscript`, because HTML does not
 * allow nested `noscript` elements.
 */
export async function WithoutScripts({ children }: { children: ReactNode }) {
  return (await isDocumentRequest()) ? <noscript data-content>{children}</noscript> : null;
}
