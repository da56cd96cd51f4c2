"use client";

import type { ComponentProps } from "react";
import type { Named } from "@/components/forms/form-fields";
import { Select } from "@/components/ui/select";
import { useFormField } from "@/lib/forms/form-context";

export function FormSelect({ defaultValue, ...props }: Named<ComponentProps<typeof Select>>) {
  const { id, error, submittedValue } = useFormField(props.name);
  return <Select {...props} id={id} error={error} defaultValue={submittedValue ?? defaultValue} />;
}
