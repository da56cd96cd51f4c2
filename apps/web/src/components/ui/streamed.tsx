import { type ReactNode, Suspense } from "react";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { guardDocument } from "@/lib/document-request.server";

/**
 * What waits for data below the frame of its page. A document awaits `check`, and so comes with its
 * content and with a real status or redirect; within the application the fallback shows at once.
 */
export async function Streamed({
  check,
  fallback,
  children,
}: {
  /** Loads what the children load, once per request. */
  check: () => Promise<unknown>;
  fallback: ReactNode;
  children: ReactNode;
}) {
  await guardDocument(check);
  return (
    <>
      <WithoutScripts>{children}</WithoutScripts>
      <Suspense fallback={fallback}>{children}</Suspense>
    </>
  );
}
