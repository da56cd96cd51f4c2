"use client";

import { CircleAlert, CircleArrowUp } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { useAnswerAutosave, type useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { strings } from "@/features/items/strings";
import { FormContext } from "@/lib/forms/form-context";

export type AnswerNotice = {
  text: string;
  isIdle: boolean;
  isProblem: boolean;
};

export function Autosave({
  itemId,
  answer: { draft, status },
  idleText,
  notice = null,
  isSendingLater,
}: {
  itemId: string;
  /** The text to show until the user types. */
  idleText: string;
  answer: ReturnType<typeof useAnswerDraft>;
  /**
   * Replaces the save status, unless a save failed. If `isIdle` is true, the notice disappears once
   * the draft is saved. Hidden while “doesn’t apply” is checked, because such an answer has no
   * files.
   */
  notice?: AnswerNotice | null;
  /** True while the page retries a submission. No other text then appears. */
  isSendingLater: boolean;
}) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const { failure } = useContext(FormContext);
  useEffect(() => {
    if (failure) draft.failSubmission(failure);
  }, [failure, draft]);
  useAnswerAutosave(anchor, itemId, draft);
  // Once the user types, hide `idleText`, because it asks for an answer.
  const [isTyped, setIsTyped] = useState(false);
  useEffect(() => {
    const form = anchor.current?.closest("form");
    // Choosing a file is not typing, and files show their own status.
    const type = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement && target.type === "file")) setIsTyped(true);
    };
    form?.addEventListener("input", type);
    return () => form?.removeEventListener("input", type);
  }, []);
  const text = isSendingLater
    ? strings.later.waiting
    : typeof status === "object"
      ? status.failure
      : status === "idle"
        ? isTyped && idleText !== ""
          ? strings.autosave.unsent
          : idleText
        : strings.autosave[status];
  const isNoticed =
    !isSendingLater &&
    notice !== null &&
    typeof status !== "object" &&
    (status === "idle" || !notice.isIdle);
  return (
    <p
      ref={anchor}
      role="status"
      className="flex min-h-5 gap-1.5 text-sm text-balance text-ink-muted max-sm:justify-center"
    >
      {text === "" && !isNoticed ? null : <Mark isProblem={isNoticed && notice.isProblem} />}
      {isNoticed ? (
        <>
          <span className="group-has-[[name=not\_applicable]:checked]/answer:hidden">
            {notice.text}
          </span>
          <span className="hidden group-has-[[name=not\_applicable]:checked]/answer:inline">
            {text}
          </span>
        </>
      ) : (
        text
      )}
    </p>
  );
}

function Mark({ isProblem }: { isProblem: boolean }) {
  const size = "h-[1lh] w-4 shrink-0";
  if (!isProblem) return <CircleArrowUp aria-hidden className={`${size} text-warning-mark`} />;
  return (
    <>
      <CircleAlert
        aria-hidden
        className={`${size} text-danger group-has-[[name=not_applicable]:checked]/answer:hidden`}
      />
      <CircleArrowUp
        aria-hidden
        className={`${size} hidden text-warning-mark group-has-[[name=not_applicable]:checked]/answer:block`}
      />
    </>
  );
}
