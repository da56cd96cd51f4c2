"use client";

import { useEffect, useState } from "react";
import { Form } from "@/components/forms/form";
import { useCountdown } from "@/components/forms/retry-countdown";
import { SubmitButton } from "@/components/forms/submit-button";
import { resendCode } from "@/features/auth/actions";
import { strings } from "@/features/auth/code/strings";
import { formatCountdown } from "@/lib/format/countdown";

function ResendButton({ seconds }: { seconds: number }) {
  const remaining = useCountdown(seconds);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const isWaiting = isHydrated && remaining > 0;
  if (isWaiting) {
    return (
      <p className="text-sm text-ink-subtle">{strings.resendIn(formatCountdown(remaining))}</p>
    );
  }
  return (
    <SubmitButton variant="secondary" className="self-start">
      {strings.resend}
    </SubmitButton>
  );
}

/** The countdown replaces the button that the user pressed, so move the focus to the code field. */
function focusCode() {
  document.querySelector<HTMLInputElement>("input[autocomplete=one-time-code]")?.focus();
}

export function ResendForm({
  flow,
  sentAt,
  resendInSeconds,
}: {
  flow: string;
  /**
   * The time at which the last code was requested, in milliseconds since the epoch. A new value
   * starts a new countdown.
   */
  sentAt: number;
  resendInSeconds: number;
}) {
  return (
    <Form action={resendCode} id="resend" className="gap-2" onSuccess={focusCode}>
      {(state) => (
        <>
          <input type="hidden" name="flow" value={flow} />
          <ResendButton key={sentAt} seconds={resendInSeconds} />
          <p role="status" className="text-sm text-success empty:hidden">
            {state?.ok ? state.message : null}
          </p>
        </>
      )}
    </Form>
  );
}
