"use client";

import { useEffect, useRef, useState } from "react";
import { autosaveAnswer } from "@/features/items/actions";
import { strings } from "@/features/items/strings";

const AFTER_LAST_KEY_MILLISECONDS = 2_000;
const FIELDS = ["answer", "client_note", "not_applicable"];

type Kept = Record<string, string[]>;

function read(form: HTMLFormElement): Kept {
  const data = new FormData(form);
  return Object.fromEntries(FIELDS.map((name) => [name, data.getAll(name).map(String)]));
}

/** Puts kept values back into the fields of a form. */
function write(form: HTMLFormElement, kept: Kept) {
  for (const field of form.elements) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const values = isField ? kept[field.name] : undefined;
    if (!isField || !values) continue;
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = values.includes(field.value);
    } else field.value = values[0] ?? "";
  }
}

type Status = "idle" | "saving" | "saved" | "failed";

/**
 * Saves the surrounding form two seconds after the last key and when a field is left. What was not
 * saved yet is kept in this tab's storage and put back after a reload.
 */
export function Autosave({ itemId }: { itemId: string }) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const [status, setStatus] = useState<Status>("idle");

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return;
    const storageKey = `draft:${itemId}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSubmitting = false;
    let saved = JSON.stringify(read(form));

    const save = async () => {
      clearTimeout(timer);
      const text = JSON.stringify(read(form));
      if (text === saved || isSubmitting) return;
      setStatus("saving");
      try {
        const result = await autosaveAnswer(itemId, new FormData(form));
        if (!result.ok) return setStatus("failed");
        saved = text;
        if (JSON.stringify(read(form)) === text) sessionStorage.removeItem(storageKey);
        setStatus("saved");
      } catch {
        setStatus("failed");
      }
    };
    const keep = () => {
      isSubmitting = false;
      sessionStorage.setItem(storageKey, JSON.stringify(read(form)));
      clearTimeout(timer);
      timer = setTimeout(save, AFTER_LAST_KEY_MILLISECONDS);
    };
    const submit = () => {
      isSubmitting = true;
      clearTimeout(timer);
    };

    const kept = sessionStorage.getItem(storageKey);
    if (kept && kept !== saved) {
      write(form, JSON.parse(kept) as Kept);
      void save();
    }
    form.addEventListener("input", keep);
    form.addEventListener("focusout", save);
    form.addEventListener("submit", submit);
    window.addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      // Leaving after a submission: the server has it all.
      if (isSubmitting) sessionStorage.removeItem(storageKey);
      form.removeEventListener("input", keep);
      form.removeEventListener("focusout", save);
      form.removeEventListener("submit", submit);
      window.removeEventListener("online", save);
    };
  }, [itemId]);

  return (
    <p ref={anchor} role="status" className="min-h-5 text-sm text-ink-muted">
      {status === "idle" ? null : strings.autosave[status]}
    </p>
  );
}
