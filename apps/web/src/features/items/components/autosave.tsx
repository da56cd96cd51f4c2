"use client";

import { CircleArrowUp } from "lucide-react";
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
  /** The text that appears in place of the save status until the user types. */
  idleText: string;
  answer: ReturnType<typeof useAnswerDraft>;
}) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const { failure } = useContext(FormContext);
  useEffect(() => {
    if (failure) draft.failSubmission(failure);
  }, [failure, draft]);
  useAnswerAutosave(anchor, itemId, draft);
  const text =
    typeof status === "object"
      ? status.failure
      : status === "idle"
        ? idleText
        : strings.autosave[status];
  return (
    <p
      ref={anchor}
      role="status"
      className="flex min-h-5 items-center gap-1.5 text-sm text-ink-muted max-sm:justify-center"
    >
      {text === "" ? null : (
        <CircleArrowUp aria-hidden className="size-4 shrink-0 text-warning-mark" />
      )}
      {text}
    </p>
  );
}
