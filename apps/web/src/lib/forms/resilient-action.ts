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

/** Returns whether the call got no response. The server may still have received it. */
export function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

const NETWORK: FormFailure = { ok: false, code: "network", message: FORM_SENTENCES.network };

/** Next gives the browser only the text of the response, so the sentence identifies the failure. */
const REFUSALS: readonly FormFailure[] = (["form_too_large", "form_incomplete"] as const).map(
  (code) => ({
    ok: false,
    code,
    message: FORM_SENTENCES[code],
  }),
);

function toUnansweredFailure(error: unknown): FormFailure | undefined {
  const refusal = REFUSALS.find(
    ({ message }) => error instanceof Error && error.message === message,
  );
  return refusal ?? (isUnreachable(error) ? NETWORK : undefined);
}

/** An unexpected error counts as a network failure. */
export function toCallFailure(error: unknown): FormFailure {
  return toUnansweredFailure(error) ?? NETWORK;
}

function redirectOf(error: unknown): string | undefined {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  const [kind, , ...rest] = digest.split(";");
  return kind === "NEXT_REDIRECT" ? rest.slice(0, -2).join(";") : undefined;
}

type Action<S> = (state: S | null, form: FormData) => Promise<S | null>;

export type PostedState<S> = readonly [state: S | null, formAction: (form: FormData) => void];

/** Call it in an ancestor of the form if the ancestor renders differently after a failure. */
export function usePostedState<S>(action: Action<S>): PostedState<S> {
  const [state, formAction] = useActionState<S | null, FormData>(
    action as (state: Awaited<S | null>, form: FormData) => Promise<S | null>,
    null,
  );
  return [state, formAction];
}

type Listeners<S> = {
  prepare?: ((form: FormData) => Promise<void>) | undefined;
  /** Called with the path of each redirect, even to the same page. */
  onRedirect?: (path: string) => void;
  /** Called with the action's result before the changed page renders. */
  onAnswer?: (state: S | null) => void;
};

/**
 * `useActionState` for forms that survive a network failure. Without scripts, the form posts to the
 * same action.
 * @param lost creates the state if the call fails, because the action then returns no state
 * @param given the posted state, if an ancestor already called `usePostedState`
 */
export function useResilientState<S>(
  action: Action<S>,
  lost: (failure: FormFailure, form: FormData) => S,
  listeners: Listeners<S> = {},
  given?: PostedState<S>,
) {
  const own = usePostedState(action);
  const [posted, formAction] = given ?? own;
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
          // Rethrow every other error: Next handles redirects, and the error boundary shows the
          // rest.
          const failure = toUnansweredFailure(error);
          if (!failure) throw error;
          // Omit the version. There was no response with a newer version, so the form keeps the
          // version of the page.
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
  given?: PostedState<Exclude<FormState<T>, null>>,
) {
  return useResilientState<Exclude<FormState<T>, null>>(action, lost, listeners, given);
}
