import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * Content that waits for data below the frame of its page. In a navigation within the application
 * the fallback shows at once. Its page calls `guardDocument` first, so that a document contains the
 * content and has a real status or redirect.
 */
export function Streamed({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
