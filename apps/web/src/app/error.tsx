"use client";

import { FailureMessage } from "@/app/_components/failure-page";
import { HelpLink } from "@/app/_components/help-link";
import { RetryAfterOutage } from "@/app/_components/retry-after-outage";
import { Shell } from "@/components/ui/shell";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Shell homeHref="/" help={<HelpLink />} width="text">
      <RetryAfterOutage retry={retry} />
      <FailureMessage error={error} retry={retry} />
    </Shell>
  );
}
