"use client";

import {
  startTransition,
  useActionState,
  useCallback,
  useRef,
  useState,
  useTransition,
} from "react";
import { FORM_SENTENCES, UNREACHABLE } from "@/lib/errors/form-sentences";
import { echoFormValues, type FormFailure, type FormState } from "@/lib/forms/form-state";

/** Returns true if a call did not reach the server. The browser's fetch then throws a TypeError. */
export function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

const NETWORK: FormFailure = { ok: false, code: "network", message: FORM_SENTENCES.network };

/**
 * The proxy responds like this to a form that no action received. Next passes on only the sentence.
 */
const REFUSALS: readonly FormFailure[] = (["form_too_large", "form_incomplete"] as const).map(
  (code) => ({
    ok: false,
    code,
    message: FORM_SENTENCES[code],
  }),
);

/**
 * Returns the failure of a form that no action received. Returns `undefined` for any other error.
 */
function toUnreceivedFailure(error: unknown): FormFailure | undefined {
  const refusal = REFUSALS.find(
    ({ message }) => error instanceof Error && error.message === message,
  );
  return refusal ?? (isUnreachable(error) ? NETWORK : undefined);
}

/** Returns the failure for a call that threw. An unexpected error counts as a network failure. */
export function toCallFailure(error: unknown): FormFailure {
  return toUnreceivedFailure(error) ?? NETWORK;
}

function redirectOf(error: unknown): string | undefined {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  const [kind, , ...rest] = digest.split(";");
  return kind === "NEXT_REDIRECT" ? rest.slice(0, -2).join(";") : undefined;
}

type Action<S> = (state: S | null, form: FormData) => Promise<S | null>;

type Listeners<S> = {
  prepare?: ((form: FormData) => Promise<void>) | undefined;
  /** Receives the path of each redirect, even to the same page. */
  onRedirect?: (path: string) => void;
  /** Receives the action's result before the changed page renders. */
  onAnswer?: (state: S | null) => void;
};

/**
 * `useActionState` for forms that survive a network failure: the text stays in the form, and the
 * form shows the failure. Without scripts, the form posts to the same action.
 * @param lost creates the state for a failure that no action returned
 * @returns the state, the value for `<form action>`, a function that sends the form, and whether
 * the form is being sent
 */
export function useResilientState<S>(
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
          // Rethrow: Next handles redirects, and the error boundary handles unexpected errors.
          const failure = toUnreceivedFailure(error);
          if (!failure) throw error;
          // Nothing was saved, so the form keeps the page's version.
          const { version: _, ...values } = echoFormValues(form);
          const message = failure.code === "network" ? UNREACHABLE : failure.message;
          next = latestLost.current({ ...failure, message, values }, form);
        }
        startTransition(() => setSent(() => next));
      });
    },
    [action],
  );
  return { state, formAction, send, isPending };
}

export function useResilientAction<T>(
  action: (state: FormState<T>, form: FormData) => Promise<FormState<T>>,
  listeners?: Listeners<Exclude<FormState<T>, null>>,
  lost: (failure: FormFailure, form: FormData) => FormFailure = (failure) => failure,
) {
  return useResilientState<Exclude<FormState<T>, null>>(action, lost, listeners);
}
