"use client";

import { type FormEvent, type ReactNode, useContext, useState } from "react";
import { FormContext } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";

const MIN_REASON_CHARACTERS = 3;

/** Returns whether the user fixed the error of this field. The server checks all rules again. */
function isResolved(name: string, form: FormData): boolean {
  const isFilled = form.getAll("answer").some((value) => String(value).trim() !== "");
  if (name === "answer") return isFilled;
  if (name !== "client_note") return false;
  const note = String(form.get("client_note") ?? "").trim();
  return !form.has("not_applicable") || note.length >= MIN_REASON_CHARACTERS;
}

export function ResolvedErrors({
  hasFiles,
  className,
  onInput,
  children,
}: {
  /**
   * True if the answer has a file or this tab is uploading one, and no listed file has the status
   * `uploading`.
   */
  hasFiles: boolean;
  className: string;
  onInput: (event: FormEvent) => void;
  children: ReactNode;
}) {
  const context = useContext(FormContext);
  const [valid, setValid] = useState<{ of: FormFailure; names: string[] } | null>(null);
  const { failure } = context;
  const input = (event: FormEvent<HTMLDivElement>) => {
    onInput(event);
    const form = event.currentTarget.closest("form");
    if (!form || !failure?.fieldErrors) return;
    const values = new FormData(form);
    const names = Object.keys(failure.fieldErrors).filter((name) => isResolved(name, values));
    setValid({ of: failure, names });
  };
  // Ignore results for an earlier failure, because a new failure has new errors.
  const resolved = new Set(failure && valid?.of === failure ? valid.names : []);
  if (hasFiles) resolved.add("files");
  return (
    <FormContext value={{ ...context, resolved }}>
      <div className={className} onInput={input}>
        {children}
      </div>
    </FormContext>
  );
}
