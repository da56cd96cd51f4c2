"use client";

import { useEffect, useState } from "react";
import { Form } from "@/components/forms/form";
import { useCountdown } from "@/components/forms/retry-countdown";
import { SubmitButton } from "@/components/forms/submit-button";
import { resendCode } from "@/features/auth/actions";
import { strings } from "@/features/auth/code/strings";
import { formatCountdown } from "@/lib/format/countdown";

function ResendButton({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const isWaiting = isHydrated && left > 0;
  return (
    <SubmitButton variant="secondary" size="sm" className="self-start" disabled={isWaiting}>
      {isWaiting ? strings.resendIn(formatCountdown(left)) : strings.resend}
    </SubmitButton>
  );
}

/** Lets the user request another code after a waiting time, which the server also enforces. */
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
