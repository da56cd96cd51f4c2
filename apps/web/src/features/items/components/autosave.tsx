"use client";

import { useSession } from "@dossier/backend-client/react";
import { useContext, useEffect, useRef, useState } from "react";
import { FormContext } from "@/components/forms/form-context";
import { autosaveAnswer } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import { draftKey, type KeptFields, keepDraft, printOf, restoreDraft } from "@/lib/kept-drafts";

const AFTER_LAST_KEY_MILLISECONDS = 2_000;
const FIELDS = ["answer", "client_note", "not_applicable"];

function read(form: HTMLFormElement): KeptFields {
  const data = new FormData(form);
  return Object.fromEntries(FIELDS.map((name) => [name, data.getAll(name).map(String)]));
}

/** Puts kept values back into the fields of a form. */
function write(form: HTMLFormElement, kept: KeptFields) {
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
 * saved yet is kept for this person in this tab's storage and put back after a reload, unless the
 * server has something newer.
 */
export function Autosave({ itemId }: { itemId: string }) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const [status, setStatus] = useState<Status>("idle");
  const session = useSession();
  // Who began: in an outage the session may be unknown for a while, the person is the same.
  const [userId] = useState(() => (session.status === "authenticated" ? session.claims.sub : null));
  const isSubmitting = useRef(false);
  const { failure } = useContext(FormContext);

  useEffect(() => {
    if (failure) isSubmitting.current = false;
  }, [failure]);

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form || !userId) return;
    const storageKey = draftKey(userId, itemId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saved = JSON.stringify(read(form));
    // States that the server may hold: the saved one, and those on their way to it.
    const seen = new Set([printOf(read(form))]);

    const keep = () => keepDraft(sessionStorage, storageKey, read(form), seen);
    const willSend = () => {
      clearTimeout(timer);
      seen.add(printOf(read(form)));
      if (sessionStorage.getItem(storageKey) !== null) keep();
    };
    const save = async () => {
      clearTimeout(timer);
      const text = JSON.stringify(read(form));
      if (text === saved || isSubmitting.current) return;
      willSend();
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
    const input = () => {
      isSubmitting.current = false;
      keep();
      clearTimeout(timer);
      timer = setTimeout(save, AFTER_LAST_KEY_MILLISECONDS);
    };
    const submit = () => {
      isSubmitting.current = true;
      willSend();
    };

    const kept = restoreDraft(sessionStorage, storageKey, read(form));
    if (kept) {
      write(form, kept);
      void save();
    }
    form.addEventListener("input", input);
    form.addEventListener("focusout", save);
    form.addEventListener("submit", submit);
    window.addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      // Leaving after a submission: the server has it all.
      if (isSubmitting.current) sessionStorage.removeItem(storageKey);
      form.removeEventListener("input", input);
      form.removeEventListener("focusout", save);
      form.removeEventListener("submit", submit);
      window.removeEventListener("online", save);
    };
  }, [itemId, userId]);

  return (
    <p
      ref={anchor}
      role="status"
      className="text-sm text-ink-muted max-sm:absolute max-sm:inset-x-0 max-sm:bottom-full max-sm:bg-canvas max-sm:px-4 max-sm:not-empty:py-1 sm:min-h-5"
    >
      {status === "idle" ? null : strings.autosave[status]}
    </p>
  );
}
