"use client";

import {
  startTransition,
  useActionState,
  useCallback,
  useRef,
  useState,
  useTransition,
} from "react";
import { sentenceFor } from "@/lib/error-sentences";
import type { FormFailure, FormState } from "@/lib/form-state";

/** Whether a call did not reach the server: the browser's fetch reports that as a TypeError. */
export function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

type Action<S> = (state: S | null, form: FormData) => Promise<S | null>;

/**
 * `useActionState` whose form outlives a lost network: what was typed stays, and the failure reads
 * like any other. Without scripts the form posts to the same action.
 * @param lost makes the state of a failure for which nobody could be asked
 * @param prepare completes the fields right before they are sent with scripts
 * @returns the state, what `<form action>` takes, the way to send with scripts, and whether it runs
 */
export function useKeptState<S>(
  action: Action<S>,
  lost: (failure: FormFailure) => S,
  prepare?: (form: FormData) => Promise<void>,
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
  const latestPrepare = useRef(prepare);
  latestPrepare.current = prepare;

  const send = useCallback(
    (form: FormData) => {
      startSending(async () => {
        let next: S | null;
        try {
          await latestPrepare.current?.(form);
          next = await action(null, form);
        } catch (error) {
          // Redirects and the unexpected pass on to whoever handles them.
          if (!isUnreachable(error)) throw error;
          const failure = { ok: false, code: "network", message: sentenceFor("network") } as const;
          next = latestLost.current(failure);
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
  prepare?: (form: FormData) => Promise<void>,
) {
  return useKeptState<Exclude<FormState<T>, null>>(action, (failure) => failure, prepare);
}
