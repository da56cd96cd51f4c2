"use client";

import { createContext, useContext } from "react";
import type { FormFailure } from "@/lib/forms/form-state";

export type FormContextValue = {
  formId: string;
  isPending: boolean;
  pressedKey?: string | undefined;
  failure: FormFailure | null;
  /** Names of the fields whose errors are hidden, because the user has corrected the values. */
  resolved?: ReadonlySet<string>;
  message?: string | undefined;
  /** The version of the record on which the restored draft is based. */
  restoredVersion?: string | undefined;
};

export const FormContext = createContext<FormContextValue>({
  formId: "form",
  isPending: false,
  failure: null,
});

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replace(/[^a-zA-Z0-9_-]/g, "-")}`;
}

export function useFormField(name: string) {
  const { formId, failure, resolved } = useContext(FormContext);
  return {
    id: fieldId(formId, name),
    error: resolved?.has(name) ? undefined : failure?.fieldErrors?.[name],
    submittedValue: failure?.values?.[name],
  };
}

export function useFormPending() {
  const { isPending, pressedKey } = useContext(FormContext);
  return { isPending, pressedKey };
}
