import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * Content that waits for data. In a navigation within the app, the fallback shows at once. The page
 * calls `guardDocument` first, so that a document has the content and a real status or redirect.
 */
export function Streamed({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
