"use client";

import { createContext, useContext } from "react";
import type { FormFailure } from "@/lib/forms/form-state";

/** The state that the parts of a form share. */
export type FormContextValue = {
  /** Prefix of the ids of its fields. */
  formId: string;
  isPending: boolean;
  /** Key of the button that sent the form; see `SubmitButton`. */
  pressedKey?: string | undefined;
  failure: FormFailure | null;
  /** The message of a successful action, if any. */
  message?: string | undefined;
  /** The version that a restored draft was typed over. */
  restoredVersion?: string | undefined;
};

export const FormContext = createContext<FormContextValue>({
  formId: "form",
  isPending: false,
  failure: null,
});

/** Id of a field in a form; the error summary links to it. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replace(/[^a-zA-Z0-9_-]/g, "-")}`;
}

/** Returns the id, the error and the kept value of one field of the surrounding form. */
export function useFormField(name: string) {
  const { formId, failure } = useContext(FormContext);
  return {
    id: fieldId(formId, name),
    error: failure?.fieldErrors?.[name],
    keptValue: failure?.values?.[name],
  };
}

/** Returns whether the surrounding form is being sent, and by which button. */
export function useFormPending() {
  const { isPending, pressedKey } = useContext(FormContext);
  return { isPending, pressedKey };
}
