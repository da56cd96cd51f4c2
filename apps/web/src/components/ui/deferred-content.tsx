"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Only the first render decides whether there is a `Suspense`. After `router.refresh()` on a page
 * that was loaded as a document, `isDocument` is false. If the component then added a `Suspense`,
 * React would mount the content again and show the fallback.
 */
export function DeferredContent({
  isDocument,
  fallback,
  children,
}: {
  isDocument: boolean;
  fallback: ReactNode;
  children: ReactNode;
}) {
  const [startsWhole] = useState(isDocument);
  return startsWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}
