"use client";

import { CircleArrowUp } from "lucide-react";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { strings } from "@/features/items/strings";
import { intentKey, judgeIntent, readIntent, storeIntent } from "@/lib/drafts/submit-intents";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { FormContext } from "@/lib/forms/form-context";
import { isReachable } from "@/lib/http/reachable";

const AGAIN_MILLISECONDS = 15_000;
const texts = strings.later;

type Notice = "waiting" | "ask" | "changed" | "stopped" | "signIn";

const submitButton = (form: HTMLFormElement | null | undefined) =>
  form?.querySelector<HTMLButtonElement>('button[name="intent"][value="submit"]');

type LaterSubmission = {
  anchor: RefObject<HTMLDivElement | null>;
  repeat: RefObject<HTMLInputElement | null>;
  notice: Notice | null;
  resume: () => void;
  drop: () => void;
};

/**
 * Retries even after a reload: when the network is back, when the page gets the focus, and every 15
 * seconds. Typing and conflicts stop the retries, so that the page never submits an answer that the
 * user did not submit. Render `SubmitLater` in the form.
 */
export function useSubmitLater({
  itemId,
  no,
  answer: { version, conflict, draft },
}: {
  itemId: string;
  no: number;
  answer: ReturnType<typeof useAnswerDraft>;
}): LaterSubmission {
  const anchor = useRef<HTMLDivElement>(null);
  const repeat = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const { failure, isPending } = useContext(FormContext);
  const userId = useDraftOwner();
  const key = userId && intentKey(userId, itemId);
  const { hasConflict } = draft;
  const now = { isPending, version, no, hasFailed: failure !== null };
  const state = useRef(now);
  state.current = now;

  useEffect(() => {
    if (!key || !userId) return;
    const hasDraft = openTabDraft(userId, itemId).text() !== null;
    const intent = readIntent(sessionStorage, key);
    if (!intent) return;
    const found = judgeIntent(intent, { ...state.current, hasDraft, now: Date.now() });
    if (found === "changed") sessionStorage.removeItem(key);
    setNotice(found === "send" ? "waiting" : found);
  }, [key, userId, itemId]);

  useEffect(() => {
    if (!key || !failure) return;
    if (!failure.isShownInside) {
      sessionStorage.removeItem(key);
      return setNotice(null);
    }
    const at = readIntent(sessionStorage, key)?.at ?? Date.now();
    storeIntent(sessionStorage, key, { no: state.current.no, version: state.current.version, at });
    setNotice(failure.code === "network" || failure.code === "unavailable" ? "waiting" : "signIn");
  }, [key, failure]);

  // The user's own autosave changes the version. A conflict ends the retries.
  useEffect(() => {
    const intent = key && readIntent(sessionStorage, key);
    if (!key || !intent) return;
    if (conflict) {
      sessionStorage.removeItem(key);
      setNotice(null);
    } else if (notice === "waiting" || notice === "signIn") {
      storeIntent(sessionStorage, key, { ...intent, version });
    }
  }, [key, notice, version, conflict]);

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!key || !form || (notice !== "waiting" && notice !== "signIn")) return;
    const stop = () => {
      sessionStorage.removeItem(key);
      setNotice("stopped");
    };
    form.addEventListener("input", stop);
    return () => form.removeEventListener("input", stop);
  }, [key, notice]);

  useEffect(() => {
    if (notice !== "waiting") return;
    let isOver = false;
    const again = async () => {
      if (state.current.isPending || hasConflict() || !(await isReachable())) return;
      if (isOver || state.current.isPending || hasConflict() || !repeat.current) return;
      repeat.current.value = "yes";
      submitButton(anchor.current?.closest("form"))?.click();
      repeat.current.value = "";
    };
    const timer = setInterval(again, AGAIN_MILLISECONDS);
    window.addEventListener("online", again);
    window.addEventListener("focus", again);
    // After a reload, retry immediately. After a failed submission, wait for the timer.
    if (!state.current.hasFailed) void again();
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener("online", again);
      window.removeEventListener("focus", again);
    };
  }, [notice, hasConflict]);

  const drop = () => {
    if (key) sessionStorage.removeItem(key);
    setNotice(null);
  };
  // Hide this notice in the same render in which a conflict or a response from the server appears.
  const isOver = conflict !== null || (failure !== null && !failure.isShownInside);
  return {
    anchor,
    repeat,
    notice: isOver ? null : notice,
    resume: () => setNotice("waiting"),
    drop,
  };
}

/** Shows nothing during the retries. `Autosave`, next to the button, reports them. */
export function SubmitLater({ anchor, repeat, notice, resume, drop }: LaterSubmission) {
  useEffect(() => {
    // The session ends without an action of the user, so the notice may be off the screen.
    if (notice === "signIn") anchor.current?.scrollIntoView({ block: "nearest" });
  }, [anchor, notice]);
  return (
    <div ref={anchor} className="not-has-[[role=alert]]:hidden">
      <input ref={repeat} type="hidden" name="repeat" defaultValue="" />
      {notice && notice !== "waiting" ? (
        <div
          role="alert"
          className="flex items-start gap-3 rounded-lg border border-warning/30 bg-warning-soft p-4"
        >
          <CircleArrowUp aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-mark" />
          <div className="flex min-w-0 grow flex-col items-start gap-3">
            <p className="font-medium">{texts[notice]}</p>
            {notice === "ask" ? (
              <div className="flex flex-wrap gap-3">
                <Button size="sm" onClick={resume}>
                  {texts.send}
                </Button>
                <Button variant="secondary" size="sm" onClick={drop}>
                  {texts.stop}
                </Button>
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
