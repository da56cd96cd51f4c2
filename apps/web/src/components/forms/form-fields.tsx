"use client";

import type { ComponentProps } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TextArea } from "@/components/ui/text-area";
import { useFormField } from "@/lib/forms/form-context";

export type Named<T> = Omit<T, "id" | "error" | "name"> & { name: string };

export function FormTextArea({ defaultValue, ...props }: Named<ComponentProps<typeof TextArea>>) {
  const { id, error, submittedValue } = useFormField(props.name);
  return (
    <TextArea {...props} id={id} error={error} defaultValue={submittedValue ?? defaultValue} />
  );
}

export function FormCheckbox(props: Named<ComponentProps<typeof Checkbox>>) {
  const { id, error } = useFormField(props.name);
  return <Checkbox {...props} id={id} error={error} />;
}

/**
 * A hidden field. A failed action may return a new value for it, for example the id of a record
 * that the action has stored.
 */
export function FormHidden({ name, defaultValue = "" }: { name: string; defaultValue?: string }) {
  const { submittedValue } = useFormField(name);
  return <input type="hidden" name={name} value={submittedValue ?? defaultValue} />;
}
