import type { ReactNode } from "react";
import { DeferredContent } from "@/components/ui/deferred-content";

/**
 * Shows the fallback after a navigation within the app. A document contains the content from the
 * start.
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
