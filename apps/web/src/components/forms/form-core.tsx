"use client";

import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { InterruptionContext, NEEDS_PROOF } from "@/components/forms/interruption";
import { OutlivedErrorContext } from "@/components/forms/outlived-error";
import type { useFormDraft } from "@/lib/drafts/use-form-draft";
import { findField, isOneField, showSummary } from "@/lib/forms/failure-focus";
import { FormContext } from "@/lib/forms/form-context";
import type { FormFailure, FormState } from "@/lib/forms/form-state";
import { type PostedState, useResilientAction } from "@/lib/forms/resilient-action";
import { leadsToSignIn } from "@/lib/http/ended-path";
import { classNames } from "@/lib/style/class-names";

export type FormAction<T = unknown> = (
  state: FormState<T>,
  form: FormData,
) => Promise<FormState<T>>;

export type FormProps<T> = {
  action: FormAction<T>;
  children: ReactNode | ((state: FormState<T>) => ReactNode);
  /** Called after each success that does not redirect. */
  onSuccess?: (data: T) => void;
  onRedirect?: (path: string) => void;
  /** Called before React renders the result, because that render may remove the form. */
  onAnswer?: (answer: FormState<T>) => void;
  /**
   * Returns the version that the action saved, or undefined if the saved values differ from the
   * sent values. Text that the user typed during the submission is then based on the returned
   * version.
   */
  savedVersion?: (data: T) => string | undefined;
  /** Returns the failure to show if a submission got no response or was refused by the proxy. */
  lost?: (failure: FormFailure, form: FormData) => FormFailure;
  /**
   * Pass the result of `usePostedState` if an ancestor already called this hook for the same
   * action.
   */
  posted?: PostedState<Exclude<FormState<T>, null>>;
  /** Called right before the form is sent. May change the data, or delay the submission. */
  prepare?: (form: FormData) => Promise<void>;
  id?: string;
  className?: string;
  label?: string;
  /** Renders the content around the form, for example a top bar with a button of the form. */
  layout?: (form: ReactNode) => ReactNode;
  /** Hides the error summary, for small forms in which each field shows its error. */
  hideSummary?: boolean;
};

function leaveOut(failure: FormFailure, resolved: ReadonlySet<string>): FormFailure | null {
  const all = Object.entries(failure.fieldErrors ?? {});
  const remaining = all.filter(([name]) => !resolved.has(name));
  if (all.length > 0 && remaining.length === 0) return null;
  return { ...failure, fieldErrors: Object.fromEntries(remaining) };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Actions ignore spaces in a code and around a text, so a value counts as unchanged if only its
 * spaces differ.
 */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");

function toSummary(failure: FormFailure): FormFailure {
  const [sentence] = isOneField(failure) ? Object.values(failure.fieldErrors ?? {}) : [];
  return sentence ? { ...failure, message: sentence } : failure;
}

/** The draft functions that a form uses. `PlainForm` passes functions that do nothing. */
export type TypedText = Pick<
  ReturnType<typeof useFormDraft>,
  "restored" | "send" | "forget" | "leave" | "adopt"
>;

/** The common part of `Form` and `PlainForm`. */
export function FormCore<T>({
  draft,
  element,
  notice,
  action,
  children,
  onSuccess,
  onRedirect,
  onAnswer,
  savedVersion,
  lost,
  posted,
  prepare,
  id,
  className,
  label,
  layout = (form) => form,
  hideSummary = false,
}: FormProps<T> & {
  draft: TypedText;
  element?: RefObject<HTMLFormElement | null>;
  /** Shown above the fields, for example if the draft was restored. */
  notice?: ReactNode;
}) {
  const ownId = useId();
  const formId = id ?? ownId;
  const { restored, forget, adopt } = draft;
  const leave = (path: string) => {
    if (!leadsToSignIn(path)) draft.leave();
    onRedirect?.(path);
  };
  // The result may remove the form, so `settle` stores the error before React renders the result.
  const outliving = useContext(OutlivedErrorContext);
  const isGone = useRef(false);
  const settle = (answer: FormState<T>) => {
    onAnswer?.(answer);
    if (answer?.ok) forget(savedVersion?.(answer.data));
    else if (answer?.isRefreshed) {
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
    posted,
  );
  const { state, formAction, send: dispatch, isPending } = resilient;
  const failure: FormFailure | null = state && !state.ok ? state : null;
  const message = state?.ok && !isPending ? state.message : undefined;
  const [pressedKey, setPressedKey] = useState<string>();
  const summary = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState<FormFailure | null>(null);
  const [changed, setChanged] = useState<{ of: FormFailure; names: ReadonlySet<string> }>();
  const resolved = failure && changed?.of === failure ? changed.names : NONE;
  const succeed = useRef(onSuccess);
  succeed.current = onSuccess;
  const Interruption = useContext(InterruptionContext);
  const canInterrupt = Interruption !== null;
  const [interrupted, setInterrupted] = useState<FormData | null>(null);
  const sent = useRef<FormData | null>(null);

  useEffect(() => {
    if (!state) return;
    if (state.ok) {
      adopt();
      succeed.current?.(state.data);
      return;
    }
    // `sent` is null if the form was sent again after the user proved their identity. Do not ask
    // for the proof a second time.
    const again = sent.current;
    sent.current = null;
    if (state.code === NEEDS_PROOF && canInterrupt && again) {
      setInterrupted(again);
      return;
    }
    if (state.isShownInside) return;
    const isListed = Object.keys(state.fieldErrors ?? {}).length > 1 && summary.current !== null;
    const field = isListed ? null : findField(formId, state);
    if (field) field.focus();
    else if (isOneField(state)) setUnseen(state);
    else showSummary(summary.current);
  }, [state, formId, canInterrupt, adopt]);
  useEffect(() => {
    if (unseen) showSummary(summary.current);
  }, [unseen]);

  // Call the action from `onSubmit`. If React called it through the `action` prop, React would
  // reset every field afterwards.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const form = new FormData(event.currentTarget, submitter);
    setPressedKey(submitter?.dataset.submitKey);
    sent.current = form;
    outliving.drop();
    draft.send();
    dispatch(form);
  };

  // Hide a field's error if the value is new and passes the field's own rules.
  const recheck = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name, value, validity } = target as unknown as HTMLInputElement;
    if (!failure?.fieldErrors?.[name]) return;
    const names = new Set(resolved);
    const isSame = withoutSpaces(value) === withoutSpaces(failure.values?.[name] ?? "");
    if (validity.valid && !isSame) names.add(name);
    else names.delete(name);
    setChanged({ of: failure, names });
  };

  const restoredVersion = restored?.version;
  const isSummed =
    failure &&
    !failure.isShownInside &&
    // The dialog for the proof of identity already handles this failure.
    !interrupted &&
    (!isOneField(failure) || failure === unseen);
  const summed = isSummed && !hideSummary ? leaveOut(failure, resolved) : null;
  return (
    <FormContext
      value={{ formId, isPending, pressedKey, failure, resolved, message, restoredVersion }}
    >
      {layout(
        <form
          ref={element}
          id={id}
          action={formAction}
          onSubmit={send}
          onInput={recheck}
          noValidate
          aria-label={label}
          className={classNames("flex flex-col gap-5", className)}
        >
          {summed ? (
            <ErrorSummary ref={summary} failure={toSummary(summed)} formId={formId} />
          ) : null}
          {notice}
          {typeof children === "function" ? children(state) : children}
        </form>,
      )}
      {Interruption && interrupted ? (
        <Interruption replay={() => dispatch(interrupted)} onClose={() => setInterrupted(null)} />
      ) : null}
    </FormContext>
  );
}
