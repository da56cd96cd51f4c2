"use client";

import { useContext, useEffect, useRef } from "react";
import { FormContext } from "@/components/forms/form-context";
import { useAnswerAutosave, type useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { strings } from "@/features/items/strings";

export function Autosave({
  itemId,
  answer: { draft, status },
  idleText,
}: {
  itemId: string;
  /** Shown until the user types. */
  idleText: string;
  answer: ReturnType<typeof useAnswerDraft>;
}) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const { failure } = useContext(FormContext);
  useEffect(() => {
    if (failure) draft.failSubmission(failure);
  }, [failure, draft]);
  useAnswerAutosave(anchor, itemId, draft);
  return (
    <p ref={anchor} role="status" className="min-h-5 text-sm text-ink-muted max-sm:text-center">
      {typeof status === "object"
        ? status.failure
        : status === "idle"
          ? idleText
          : strings.autosave[status]}
    </p>
  );
}
