"use client";

import { useEffect, useRef, useState } from "react";
import { type UnsentItem, unsentTextsOf } from "@/features/items/draft/unsent-texts";
import type { AnswerConflict } from "@/features/items/types";
import { draftKey } from "@/lib/drafts/draft-storage";
import { intentKey } from "@/lib/drafts/submit-intents";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { useUnsentDraft } from "@/lib/drafts/use-unsent-draft";
import { leadsToSignIn } from "@/lib/http/ended-path";

/** An autosave that was refused because the draft was changed elsewhere. */
export type HeldAnswer = AnswerConflict & { message: string };

/**
 * The version of the draft that the fields of a form came from, from save to save. It does not
 * follow the page when that is rendered anew: what others change has to be noticed. Only fields that
 * appear anew, as after taking an answer back, come from the draft of that moment.
 */
export function useAnswerVersion(first: number, isOpen: boolean) {
  const [version, setVersion] = useState(first);
  const [held, setHeld] = useState<HeldAnswer | null>(null);
  const latest = useRef(first);
  const isHeld = useRef(false);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const [methods] = useState(() => {
    const adopt = (next: number) => {
      latest.current = next;
      setVersion(next);
    };
    const hold = (answer: HeldAnswer | null) => {
      isHeld.current = answer !== null;
      setHeld(answer);
    };
    return {
      /** An own save made it so: nothing is in the way of the next one. */
      adopt: (next: number) => {
        adopt(next);
        hold(null);
      },
      /** Someone else made it so: only who saw both and presses a button replaces it. */
      hold: (answer: HeldAnswer) => {
        adopt(answer.version);
        hold(answer);
      },
      isHeld: () => isHeld.current,
      /** The fields are of before someone else's draft: the next save has to meet it, not replace it. */
      doubt: () => adopt(Math.max(0, latest.current - 1)),
      /** Runs an autosave; one after the other, each on the version that the last one left. */
      save: <T>(run: (version: number) => Promise<T>): Promise<T> => {
        const next = saving.current.then(() => run(latest.current));
        saving.current = next.catch(() => undefined);
        return next;
      },
      /** Completes a submission once the autosave under way has ended. */
      prepare: async (form: FormData) => {
        const wasHeld = isHeld.current;
        await saving.current;
        // A conflict that came after the press has not been seen: the submission meets it, too.
        if (wasHeld || !isHeld.current) form.set("version", String(latest.current));
      },
    };
  });
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) methods.adopt(first);
  }
  return { version, held, ...methods };
}

/** Whether an action led past an answer's form: not to a door or the sign-in page, where it stays unsent. */
export function leadsPast(path: string): boolean {
  return !leadsToSignIn(path) && !/^\/r\/[^/?#]+(?=[?#]|$)/.test(path);
}

/** Forgets what this tab kept of an item's answer once an action led past its form. */
export function useForgetAnswer(itemId: string): (path: string) => void {
  const userId = useDraftOwner();
  return (path) => {
    if (!userId || !leadsPast(path)) return;
    sessionStorage.removeItem(draftKey(userId, itemId));
    sessionStorage.removeItem(intentKey(userId, itemId));
  };
}

/** Returns the texts of a draft whose item has closed, and a function that deletes the draft. */
export function useUnsentAnswer(item: UnsentItem & { id: string }, isClosed: boolean) {
  const userId = useDraftOwner();
  const { fields, drop } = useUnsentDraft(userId, item.id, isClosed);
  useEffect(() => {
    // A later withdrawal of the answer must not make this tab submit again.
    if (isClosed && userId) sessionStorage.removeItem(intentKey(userId, item.id));
  }, [userId, item.id, isClosed]);
  return { texts: unsentTextsOf(fields, item), drop };
}

/** What the parts of an answer's form share. */
export type AnswerVersion = ReturnType<typeof useAnswerVersion>;
