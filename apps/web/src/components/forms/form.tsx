"use client";

import {
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { RestoredNotice } from "@/components/forms/form-draft";
import { InterruptionContext, NEEDS_PROOF } from "@/components/forms/interruption";
import { OutlivedErrorContext } from "@/components/forms/outlived-error";
import { classNames } from "@/lib/class-names";
import { useFormDraft } from "@/lib/drafts/use-form-draft";
import type { FormFailure, FormState } from "@/lib/forms/form-state";
import { useResilientAction } from "@/lib/forms/resilient-action";
import { leadsToSignIn } from "@/lib/http/ended-path";

export type FormAction<T = unknown> = (
  state: FormState<T>,
  form: FormData,
) => Promise<FormState<T>>;

type FormProps<T> = {
  action: FormAction<T>;
  children: ReactNode | ((state: FormState<T>) => ReactNode);
  /** Called after each success that does not leave the page. */
  onSuccess?: (data: T) => void;
  onRedirect?: (path: string) => void;
  /** Returns the failure to show for a submission that did not reach the server. */
  lost?: (failure: FormFailure, form: FormData) => FormFailure;
  /** Called right before the form is sent, to add fields to it. */
  prepare?: (form: FormData) => Promise<void>;
  id?: string;
  className?: string;
  label?: string;
  /** Hides the summary. For small forms in which each field shows its own error. */
  hideSummary?: boolean;
};

/** Returns null for a field that the user cannot see, such as a hidden input. */
function findField(formId: string, failure: FormFailure): HTMLElement | null {
  const [name] = Object.keys(failure.fieldErrors ?? {});
  const field = name ? document.getElementById(fieldId(formId, name)) : null;
  return field && field.getClientRects().length > 0 ? field : null;
}

/**
 * If only one field is wrong, the error at the field is enough. Every other failure has a summary.
 */
function isOneField(failure: FormFailure): boolean {
  return Object.keys(failure.fieldErrors ?? {}).length === 1;
}

/**
 * Moves the focus to the summary. If it is on the first screen of the page, scrolls to the top, so that
 * no bar covers a part of it or of what is above it.
 */
function showSummary(summary: HTMLElement | null): void {
  if (!summary) return;
  summary.focus({ preventScroll: true });
  const bottom = summary.getBoundingClientRect().bottom + scrollY;
  if (bottom < innerHeight && !summary.closest("[role=dialog]")) scrollTo(0, 0);
  else summary.scrollIntoView({ block: "start" });
}

function toSummary(failure: FormFailure): FormFailure {
  const [sentence] = isOneField(failure) ? Object.values(failure.fieldErrors ?? {}) : [];
  return sentence ? { ...failure, message: sentence } : failure;
}

/**
 * A form for a server action. Without JavaScript, it posts natively, and the next page shows its
 * errors and values. With JavaScript, it never resets typed text, and it moves the focus to the
 * error. If the action needs a recent proof of identity, the form asks for the proof and is then
 * sent again.
 */
export function Form<T = unknown>({
  action,
  children,
  onSuccess,
  onRedirect,
  lost,
  prepare,
  id,
  className,
  label,
  hideSummary = false,
}: FormProps<T>) {
  const ownId = useId();
  const formId = id ?? ownId;
  const element = useRef<HTMLFormElement>(null);
  const { restored, forget, discard } = useFormDraft({ form: element, id });
  const latestForget = useRef(forget);
  latestForget.current = forget;
  const leave = (path: string) => {
    if (!leadsToSignIn(path)) forget();
    onRedirect?.(path);
  };
  // Clear the error before the page renders the result, because that render may remove the form.
  const outliving = useContext(OutlivedErrorContext);
  const isGone = useRef(false);
  const settle = (answer: FormState<T>) => {
    if (answer?.ok) forget();
    else if (answer?.isRefetched) {
      outliving.keep(formId, toSummary(answer));
      if (isGone.current) outliving.release(formId);
    }
  };
  const latestOutliving = useRef(outliving);
  latestOutliving.current = outliving;
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      latestOutliving.current.release(formId);
    };
  }, [formId]);
  const resilient = useResilientAction<T>(
    action,
    { prepare, onRedirect: leave, onAnswer: settle },
    lost,
  );
  const { state, formAction, send: dispatch, isPending } = resilient;
  const failure: FormFailure | null = state && !state.ok ? state : null;
  const message = state?.ok && !isPending ? state.message : undefined;
  const [pressedKey, setPressedKey] = useState<string>();
  const summary = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState<FormFailure | null>(null);
  const succeed = useRef(onSuccess);
  succeed.current = onSuccess;
  const Interruption = useContext(InterruptionContext);
  const canInterrupt = Interruption !== null;
  const [interrupted, setInterrupted] = useState<FormData | null>(null);
  const sent = useRef<FormData | null>(null);

  useEffect(() => {
    if (!state) return;
    if (state.ok) {
      latestForget.current();
      succeed.current?.(state.data);
      return;
    }
    // The form is sent again after the user proved their identity. Do not ask for the proof a
    // second time.
    const again = sent.current;
    sent.current = null;
    if (state.code === NEEDS_PROOF && canInterrupt && again) {
      setInterrupted(again);
      return;
    }
    if (state.isToldInside) return;
    const isListed = Object.keys(state.fieldErrors ?? {}).length > 1 && summary.current !== null;
    const field = isListed ? null : findField(formId, state);
    if (field) field.focus();
    else if (isOneField(state)) setUnseen(state);
    else showSummary(summary.current);
  }, [state, formId, canInterrupt]);
  useEffect(() => {
    if (unseen) showSummary(summary.current);
  }, [unseen]);

  // With `action` alone, React would reset every field after the submission.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const form = new FormData(event.currentTarget, submitter);
    setPressedKey(submitter?.dataset.submitKey);
    sent.current = form;
    outliving.drop();
    dispatch(form);
  };

  const restoredVersion = restored?.version;
  const isSummed = failure && !failure.isToldInside && (!isOneField(failure) || failure === unseen);
  return (
    <FormContext value={{ formId, isPending, pressedKey, failure, message, restoredVersion }}>
      <form
        ref={element}
        id={id}
        action={formAction}
        onSubmit={send}
        noValidate
        aria-label={label}
        className={classNames("flex flex-col gap-5", className)}
      >
        {isSummed && !hideSummary ? (
          <ErrorSummary ref={summary} failure={toSummary(failure)} formId={formId} />
        ) : null}
        {restored ? <RestoredNotice onDiscard={discard} /> : null}
        {typeof children === "function" ? children(state) : children}
      </form>
      {Interruption && interrupted ? (
        <Interruption replay={() => dispatch(interrupted)} onClose={() => setInterrupted(null)} />
      ) : null}
    </FormContext>
  );
}
