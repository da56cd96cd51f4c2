"use client";

import {
  startTransition,
  useActionState,
  useCallback,
  useRef,
  useState,
  useTransition,
} from "react";
import type { FormFailure, FormState } from "@/lib/forms/form-state";
import { type FormCall, type FormListeners, sendForm } from "@/lib/forms/send-form";

type Listeners<S> = Omit<FormListeners<S>, "lost">;

export type PostedState<S> = readonly [state: S | null, formAction: (form: FormData) => void];

/**
 * Call this hook in an ancestor of the form if the ancestor renders differently after a failure.
 */
export function usePostedState<S>(action: FormCall<S>): PostedState<S> {
  const [state, formAction] = useActionState<S | null, FormData>(
    action as (state: Awaited<S | null>, form: FormData) => Promise<S | null>,
    null,
  );
  return [state, formAction];
}

/**
 * `useActionState` for forms that survive a network failure. Without scripts, the form posts to the
 * same action.
 * @param lost creates the state if the call fails, because the action then returns no state
 * @param given the posted state, if an ancestor already called `usePostedState`
 */
export function useResilientState<S>(
  action: FormCall<S>,
  lost: FormListeners<S>["lost"],
  listeners: Listeners<S> = {},
  given?: PostedState<S>,
) {
  const own = usePostedState(action);
  const [posted, formAction] = given ?? own;
  const [sent, setSent] = useState<S | null>();
  const [isPending, startSending] = useTransition();
  const state = sent === undefined ? posted : sent;
  const latest = useRef({ ...listeners, lost });
  latest.current = { ...listeners, lost };

  const send = useCallback(
    (form: FormData) => {
      startSending(async () => {
        const next = await sendForm(form, action, () => latest.current);
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
