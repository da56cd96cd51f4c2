import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * Shows the fallback while the content loads. Call `guardDocument` in the page first, so that a
 * document contains the content and has the correct status or redirect.
 */
export function Streamed({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
