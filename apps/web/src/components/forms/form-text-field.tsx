"use client";

import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";
import { useFormField } from "@/lib/forms/form-context";

export function FormTextField({
  defaultValue,
  ...props
}: Omit<ComponentProps<typeof TextField>, "id" | "error" | "name"> & { name: string }) {
  const { id, error, submittedValue } = useFormField(props.name);
  return (
    <TextField {...props} id={id} error={error} defaultValue={submittedValue ?? defaultValue} />
  );
}
