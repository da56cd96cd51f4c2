import type { ReactNode } from "react";
import { DeferredContent } from "@/components/ui/deferred-content";

/** In a document, shows the content from the start and no fallback. */
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
