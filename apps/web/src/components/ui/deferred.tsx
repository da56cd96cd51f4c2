import type { ReactNode } from "react";
import { DeferredContent } from "@/components/ui/deferred-content";

/**
 * After a navigation within the app, shows the fallback until the content has loaded. A document
 * contains the content from the start.
 */
export function Deferred({
  isDocument,
  fallback,
  children,
}: {
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
