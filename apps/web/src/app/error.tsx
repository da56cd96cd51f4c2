"use client";

import { FailurePage } from "@/app/_components/failure-page";
import { RetryAfterOutage } from "@/app/_components/retry-after-outage";

/** What is shown when a page fails; `retry` renders it again. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <>
      <RetryAfterOutage retry={retry} />
      <FailurePage error={error} retry={retry} />
    </>
  );
}
