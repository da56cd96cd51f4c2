"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * The client part of `Deferred`. Later renders keep the choice of the first render. If a refresh of
 * a document added the fallback, React would mount the content again, and the user would see the
 * fallback.
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
