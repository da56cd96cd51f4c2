"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Content that may load more slowly than the rest of the page. A document contains the content from
 * the start. After a navigation within the app, shows the fallback until the content has loaded.
 * Later renders keep the choice of the first render. If a refresh of a document added the fallback,
 * React would mount the content again, and the user would see the fallback.
 */
export function Deferred({
  isDocument,
  fallback,
  children,
}: {
  /** True if the server renders a document. */
  isDocument: boolean;
  fallback: ReactNode;
  children: ReactNode;
}) {
  const [startsWhole] = useState(isDocument);
  return startsWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}
