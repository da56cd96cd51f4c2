"use client";

import { useEffect, useState } from "react";
import { Form } from "@/components/forms/form";
import { useCountdown } from "@/components/forms/retry-countdown";
import { SubmitButton } from "@/components/forms/submit-button";
import { resendCode } from "@/features/auth/actions";
import { strings } from "@/features/auth/strings";
import { formatCountdown } from "@/lib/format/format";

function ResendButton({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const isWaiting = isHydrated && left > 0;
  return (
    <SubmitButton variant="secondary" size="sm" className="self-start" disabled={isWaiting}>
      {isWaiting ? strings.verify.resendIn(formatCountdown(left)) : strings.verify.resend}
    </SubmitButton>
  );
}

/**
 * Lets the user ask for another code after the waiting time. The server also enforces that time.
 */
export function ResendForm({ flow, resendInSeconds }: { flow: string; resendInSeconds: number }) {
  return (
    <Form action={resendCode} id="resend" className="gap-2">
      {(state) => (
        <>
          <input type="hidden" name="flow" value={flow} />
          <ResendButton
            key={state?.ok ? "again" : "first"}
            seconds={state?.ok ? state.data.seconds : resendInSeconds}
          />
          <p role="status" className="text-sm text-success">
            {state?.ok ? state.message : null}
          </p>
        </>
      )}
    </Form>
  );
}
