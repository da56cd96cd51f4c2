"use client";

import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { createSubmitLater, type LaterNotice } from "@/features/items/draft/submit-later";
import type { useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { intentKey } from "@/lib/drafts/submit-intents";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { FormContext } from "@/lib/forms/form-context";

type Refs = { anchor: RefObject<HTMLElement | null>; repeat: RefObject<HTMLInputElement | null> };

function repeatSubmission({ anchor, repeat }: Refs): void {
  if (!repeat.current) return;
  repeat.current.value = "yes";
  anchor.current
    ?.closest("form")
    ?.querySelector<HTMLButtonElement>('button[name="intent"][value="submit"]')
    ?.click();
  repeat.current.value = "";
}

type Options = { itemId: string; no: number; answer: ReturnType<typeof useAnswerDraft> };

/** Render `SubmitLater` in the form. */
export function useSubmitLater({ itemId, no, answer: { version, conflict, draft } }: Options) {
  const anchor = useRef<HTMLDivElement>(null);
  const repeat = useRef<HTMLInputElement>(null);
  const [notice, onNotice] = useState<LaterNotice | null>(null);
  const { failure, isPending } = useContext(FormContext);
  const userId = useDraftOwner();
  const shown = { no, version, isPending, hasFailed: failure !== null };
  const page = useRef({ ...shown, hasConflict: draft.hasConflict });
  page.current = { ...shown, hasConflict: draft.hasConflict };
  const [later] = useState(() => {
    const submit = () => repeatSubmission({ anchor, repeat });
    return createSubmitLater({ page: () => page.current, submit, onNotice });
  });

  useEffect(() => {
    if (!userId) return;
    const hasDraft = openTabDraft(userId, itemId).text() !== null;
    return later.open({ storage: sessionStorage, key: intentKey(userId, itemId), hasDraft });
  }, [later, userId, itemId]);
  useEffect(() => {
    if (failure) later.fail(failure);
  }, [later, userId, itemId, failure]);
  useEffect(() => later.follow(), [later, userId, itemId, notice, version, conflict]);
  // Start the retries in an effect, after the notice has rendered. The form then contains the
  // version of the restored draft instead of the version that the page showed first.
  useEffect(() => (notice === "waiting" ? later.retry() : undefined), [later, notice]);
  useEffect(() => {
    const form = anchor.current?.closest("form");
    form?.addEventListener("input", later.type);
    return () => form?.removeEventListener("input", later.type);
  }, [later]);

  // Hide this notice in the same render in which a conflict or a response from the server appears.
  const isOver = conflict !== null || (failure !== null && !failure.isShownInside);
  const { resume, drop } = later;
  return { anchor, repeat, notice: isOver ? null : notice, resume, drop };
}
