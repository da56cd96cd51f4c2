import type { ReactNode } from "react";
import { DeferredContent } from "@/components/ui/deferred-content";

/**
 * Content that may load more slowly than the rest of the page. A document contains the content from
 * the start, and no fallback. After a navigation within the app, shows the fallback until the
 * content has loaded.
 */
export function Deferred({
  isDocument,
  fallback,
  children,
}: {
  /** True if the server renders a document. */
  isDocument: boolean;
  fallback: ReactNode;
  children: ReactNode;
}) {
  return (
    <DeferredContent isDocument={isDocument} fallback={isDocument ? null : fallback}>
      {children}
    </DeferredContent>
  );
}
