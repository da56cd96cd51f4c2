"use client";

import { FailurePage } from "@/app/_components/failure-page";

/** What is shown when a page fails; `retry` renders it again. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailurePage error={error} retry={retry} />;
}
