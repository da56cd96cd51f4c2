"use client";

import { type RefObject, useEffect, useState } from "react";
import { autosaveAnswer } from "@/features/items/actions";
import {
  type AnswerDraft,
  createAnswerDraft,
  type OpenConflict,
} from "@/features/items/draft/answer-draft";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { disableRefill, readRendered } from "@/lib/drafts/form-values";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useBeforeUnload } from "@/lib/drafts/use-before-unload";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { toCallFailure } from "@/lib/forms/call-failure";

export type AnswerSaveStatus = "idle" | "saving" | "saved" | { failure: string };

/**
 * @param first the version of the draft that the page shows
 * @param isOpen whether the form has fields. When fields appear again, the draft starts with
 * `first`.
 */
export function useAnswerDraft(first: number, isOpen: boolean) {
  const [version, onVersion] = useState(first);
  const [status, setStatus] = useState<AnswerSaveStatus>("idle");
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [draft] = useState(() =>
    createAnswerDraft({
      version: first,
      onVersion,
      onState: ({ phase, failure, conflict }) => {
        setConflict(conflict);
        if (phase === "saving") setStatus("saving");
        else if (phase === "failed" && failure) setStatus({ failure: failure.message });
        else if (phase === "conflict") setStatus("idle");
        else if (phase !== "unsaved") setStatus("saved");
      },
    }),
  );
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setStatus("idle");
    if (isOpen) draft.adopt(first);
  }
  return { version, conflict, status, draft };
}

/** Dispatches no `input` event, because the draft has not changed. */
function writeAnswer(form: HTMLFormElement, draft: DraftFields) {
  for (const field of form.elements) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const values = isField ? draft[field.name] : undefined;
    if (!isField || !values) continue;
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = values.includes(field.value);
    } else field.value = values[0] ?? "";
  }
}

export function useAnswerAutosave(
  anchor: RefObject<HTMLElement | null>,
  itemId: string,
  draft: AnswerDraft,
) {
  const userId = useDraftOwner();
  useBeforeUnload(() => {
    applySignOutPurge();
    return draft.wouldLose();
  });
  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form || !userId) return;
    disableRefill(form);
    draft.open({
      slot: openTabDraft(userId, itemId),
      // React has removed the fields of a closed item. Chrome then dispatches a `focusout`, which
      // must not save an empty form.
      read: () => (form.elements.namedItem("client_note") ? new FormData(form) : null),
      rendered: readRendered(form, (copy) => new FormData(copy)),
      write: (fields) => writeAnswer(form, fields),
      save: (fields) => autosaveAnswer(itemId, fields).catch(toCallFailure),
    });
    const save = () => void draft.save();
    form.addEventListener("input", draft.touch);
    form.addEventListener("focusout", save);
    form.addEventListener("submit", draft.submit);
    return () => {
      draft.stop();
      form.removeEventListener("input", draft.touch);
      form.removeEventListener("focusout", save);
      form.removeEventListener("submit", draft.submit);
    };
  }, [anchor, itemId, userId, draft]);
}
