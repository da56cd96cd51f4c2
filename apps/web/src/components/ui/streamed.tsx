import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * Content that waits for data. In a navigation within the app, the fallback shows immediately. The
 * page calls `guardDocument` first, so that a document contains the content and has the real status
 * or redirect.
 */
export function Streamed({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
