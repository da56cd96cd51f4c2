"use client";

import {
  startTransition,
  useActionState,
  useCallback,
  useRef,
  useState,
  useTransition,
} from "react";
import { NOT_SENT, sentenceFor } from "@/lib/errors/error-sentences";
import { echoFormValues, type FormFailure, type FormState } from "@/lib/forms/form-state";

/** Whether a call did not reach the server: the browser's fetch reports that as a TypeError. */
export function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

const NETWORK: FormFailure = { ok: false, code: "network", message: sentenceFor("network") };

/** Answers of the proxy to a form that no action received; Next passes on their sentence only. */
const REFUSALS: readonly FormFailure[] = ["form_too_large", "form_incomplete"].map((code) => ({
  ok: false,
  code,
  message: sentenceFor(code),
}));

/** The failure of a form that no action received; `undefined` for every other error. */
export function failureUnreceived(error: unknown): FormFailure | undefined {
  const refusal = REFUSALS.find(
    ({ message }) => error instanceof Error && error.message === message,
  );
  return refusal ?? (isUnreachable(error) ? NETWORK : undefined);
}

/** Where an action's redirect leads; Next tells it in the digest of what it throws. */
function redirectOf(error: unknown): string | undefined {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  const [kind, , ...rest] = digest.split(";");
  return kind === "NEXT_REDIRECT" ? rest.slice(0, -2).join(";") : undefined;
}

type Action<S> = (state: S | null, form: FormData) => Promise<S | null>;

type Listeners<S> = {
  /** Completes the fields right before they are sent with scripts. */
  prepare?: ((form: FormData) => Promise<void>) | undefined;
  /** Is told the path when the action leads to another page, or to this one anew. */
  onRedirect?: (path: string) => void;
  /** Is told what the action answered, before a page that it changed is drawn. */
  onAnswer?: (state: S | null) => void;
};

/**
 * `useActionState` whose form outlives a lost network: what was typed stays, and the failure reads
 * like any other. Without scripts the form posts to the same action.
 * @param lost makes the state of a failure for which nobody could be asked
 * @returns the state, what `<form action>` takes, the way to send with scripts, and whether it runs
 */
export function useKeptState<S>(
  action: Action<S>,
  lost: (failure: FormFailure, form: FormData) => S,
  listeners: Listeners<S> = {},
) {
  const [posted, formAction] = useActionState<S | null, FormData>(
    action as (state: Awaited<S | null>, form: FormData) => Promise<S | null>,
    null,
  );
  const [sent, setSent] = useState<S | null>();
  const [isPending, startSending] = useTransition();
  const state = sent === undefined ? posted : sent;
  const latestLost = useRef(lost);
  latestLost.current = lost;
  const latest = useRef(listeners);
  latest.current = listeners;

  const send = useCallback(
    (form: FormData) => {
      startSending(async () => {
        let next: S | null;
        try {
          await latest.current.prepare?.(form);
          next = await action(null, form);
          latest.current.onAnswer?.(next);
        } catch (error) {
          const path = redirectOf(error);
          if (path !== undefined) latest.current.onRedirect?.(path);
          // Redirects and the unexpected pass on to whoever handles them.
          const failure = failureUnreceived(error);
          if (!failure) throw error;
          // Nothing was stored, so the version stays that of the page.
          const { version: _, ...values } = echoFormValues(form);
          // A pressed button is not repeated, as an autosave is.
          const message = failure.code === "network" ? NOT_SENT : failure.message;
          next = latestLost.current({ ...failure, message, values }, form);
        }
        startTransition(() => setSent(() => next));
      });
    },
    [action],
  );
  return { state, formAction, send, isPending };
}

/** {@link useKeptState} for actions that answer the state of a form. */
export function useKeptAction<T>(
  action: (state: FormState<T>, form: FormData) => Promise<FormState<T>>,
  listeners?: Listeners<Exclude<FormState<T>, null>>,
  lost: (failure: FormFailure, form: FormData) => FormFailure = (failure) => failure,
) {
  return useKeptState<Exclude<FormState<T>, null>>(action, lost, listeners);
}
