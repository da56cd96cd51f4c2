"use client";

import { useBackend } from "@dossier/backend-client/react";
import type { Route } from "next";
import { usePathname } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { Form } from "@/components/forms/form";
import type { InterruptionProps } from "@/components/forms/interruption";
import { SubmitButton } from "@/components/forms/submit-button";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { listMyFactors, stepUp } from "@/features/mfa/actions";
import { FactorChoice, FactorCodeField } from "@/features/mfa/components/factor-fields";
import { strings } from "@/features/mfa/strings";
import type { Factor } from "@/features/mfa/types";

const texts = strings.stepUp;

function useMyFactors() {
  const [factors, setFactors] = useState<Factor[] | "failed" | null>(null);
  const load = useCallback(() => {
    setFactors(null);
    listMyFactors().then(setFactors, () => setFactors("failed"));
  }, []);
  useEffect(load, [load]);
  return { factors, load };
}

/** Sends the form exactly once, after the user has verified a factor in this tab or another. */
export function StepUpDialog({ replay, onClose }: InterruptionProps) {
  const { session } = useBackend();
  const pathname = usePathname();
  const { factors, load } = useMyFactors();
  const isDone = useRef(false);

  const finish = useCallback(() => {
    if (isDone.current) return;
    isDone.current = true;
    onClose();
    replay();
  }, [replay, onClose]);
  useEffect(
    () =>
      session.subscribe((event) => {
        if (event === "MFA_CHALLENGE_VERIFIED") finish();
      }),
    [session, finish],
  );
  // The cookie already contains the new session. Reload the session, so that this tab also uses it.
  const onVerified = () => void session.reload("server").then(finish, finish);

  const cancel = (
    <Button variant="secondary" onClick={onClose}>
      {texts.cancel}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={texts.title}
      description={factors?.length === 0 ? undefined : texts.lead}
    >
      {factors === null ? (
        <p role="status" className="text-ink-muted">
          {texts.loading}
        </p>
      ) : factors === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{texts.failed}</p>
          <Button variant="secondary" size="sm" onClick={load}>
            {texts.retry}
          </Button>
        </div>
      ) : factors.length === 0 ? (
        <div className="flex flex-col gap-4">
          <p>{texts.none}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`/mfa?next=${encodeURIComponent(pathname)}` as Route}>
              {texts.add}
            </ButtonLink>
            {cancel}
          </div>
        </div>
      ) : (
        <Form action={stepUp} id="step-up" onSuccess={onVerified}>
          <FactorChoice factors={factors} />
          <FactorCodeField takesFocus />
          <div className="flex flex-wrap gap-2">
            <SubmitButton>{strings.ask.submit}</SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </Dialog>
  );
}
