"use client";

import { FailureMessage } from "@/app/_components/failure-page";
import { RetryAfterOutage } from "@/app/_components/retry-after-outage";

export default function ItemsError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <>
      <RetryAfterOutage retry={retry} />
      <FailureMessage error={error} retry={retry} />
    </>
  );
}
