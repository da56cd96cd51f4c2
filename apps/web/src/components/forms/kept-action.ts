"use client";

import { startTransition, useActionState, useCallback, useState, useTransition } from "react";
import { sentenceFor } from "@/lib/error-sentences";
import type { FormState } from "@/lib/form-state";

type Action<T> = (state: FormState<T>, form: FormData) => Promise<FormState<T>>;

/** Whether a call did not reach the server: the browser's fetch reports that as a TypeError. */
function isUnreachable(error: unknown): boolean {
  return !navigator.onLine || error instanceof TypeError;
}

/**
 * `useActionState` whose form outlives a lost network: what was typed stays, and the failure reads
 * like any other. Without scripts the form posts to the same action.
 * @returns the state, what `<form action>` takes, the way to send with scripts, and whether it runs
 */
export function useKeptAction<T>(action: Action<T>) {
  const [posted, formAction] = useActionState<FormState<T>, FormData>(action, null);
  const [sent, setSent] = useState<FormState<T>>();
  const [isPending, startSending] = useTransition();
  const state = sent === undefined ? posted : sent;

  const send = useCallback(
    (form: FormData) => {
      startSending(async () => {
        let next: FormState<T>;
        try {
          next = await action(null, form);
        } catch (error) {
          // Redirects and the unexpected pass on to whoever handles them.
          if (!isUnreachable(error)) throw error;
          next = { ok: false, code: "network", message: sentenceFor("network") };
        }
        startTransition(() => setSent(next));
      });
    },
    [action],
  );
  return { state, formAction, send, isPending };
}
