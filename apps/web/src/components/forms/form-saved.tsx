"use client";

import { CircleCheck } from "lucide-react";
import { useContext } from "react";
import { FormContext } from "@/lib/forms/form-context";

export function FormSaved() {
  const { message } = useContext(FormContext);
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm font-medium text-success">
      {message ? <CircleCheck aria-hidden className="size-4 shrink-0" /> : null}
      {message}
    </p>
  );
}
