import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";

/**
 * What waits for data below the frame of its page: within the application the fallback shows at
 * once. Its page calls `guardDocument` first, so that a document comes with its content and with a
 * real status or redirect.
 */
export function Streamed({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
