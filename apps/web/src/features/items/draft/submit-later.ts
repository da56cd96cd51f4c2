import { type Clock, systemClock } from "@/lib/drafts/autosave";
import { judgeIntent, readIntent, storeIntent } from "@/lib/drafts/submit-intents";
import { isOutageCode } from "@/lib/errors/outage-code";
import type { FormFailure } from "@/lib/forms/form-state";
import { isReachable } from "@/lib/http/reachable";

export const AGAIN_MS = 15_000;

export type LaterNotice = "waiting" | "ask" | "changed" | "stopped" | "signIn";

type Page = {
  no: number;
  version: number;
  isPending: boolean;
  hasFailed: boolean;
  hasConflict: () => boolean;
};

type Options = {
  page: () => Page;
  submit: () => void;
  onNotice: (notice: LaterNotice | null) => void;
  clock?: Clock;
  now?: () => number;
  isReachable?: () => Promise<boolean>;
  onWake?: (again: () => void) => () => void;
};

function onPageWake(again: () => void): () => void {
  window.addEventListener("online", again);
  window.addEventListener("focus", again);
  return () => {
    window.removeEventListener("online", again);
    window.removeEventListener("focus", again);
  };
}

/**
 * Retries a submission that failed in an outage, even after a reload: when the network is back,
 * when the page gets the focus, and every 15 seconds. Typing and conflicts stop the retries, so
 * that the page never submits an answer that the user did not submit.
 */
export function createSubmitLater({
  page,
  submit,
  onNotice,
  clock = systemClock,
  now = Date.now,
  isReachable: canReach = isReachable,
  onWake = onPageWake,
}: Options) {
  let slot: { storage: Storage; key: string } | undefined;
  let notice: LaterNotice | null = null;

  const read = () => slot && readIntent(slot.storage, slot.key);
  const forget = () => slot?.storage.removeItem(slot.key);
  const isKept = () => notice === "waiting" || notice === "signIn";

  const set = (next: LaterNotice | null) => {
    notice = next;
    onNotice(next);
  };

  return {
    /** @param hasDraft whether the page restores a draft of the answer */
    open: ({ hasDraft, ...opened }: { storage: Storage; key: string; hasDraft: boolean }) => {
      slot = opened;
      const intent = read();
      if (intent) {
        const { no, version } = page();
        const verdict = judgeIntent(intent, { no, version, hasDraft, now: now() });
        if (verdict === "changed") forget();
        set(verdict === "send" ? "waiting" : verdict);
      }
      return () => {
        slot = undefined;
        set(null);
      };
    },
    fail: ({ code, isShownInside }: Pick<FormFailure, "code" | "isShownInside">) => {
      if (!slot) return;
      if (!isShownInside) {
        forget();
        return set(null);
      }
      const { no, version } = page();
      storeIntent(slot.storage, slot.key, { no, version, at: read()?.at ?? now() });
      set(isOutageCode(code) ? "waiting" : "signIn");
    },
    /**
     * After the user's own autosave, stores the new version with the waiting submission. After a
     * conflict, ends the retries.
     */
    follow: () => {
      const intent = read();
      if (!slot || !intent) return;
      if (page().hasConflict()) {
        forget();
        set(null);
      } else if (isKept()) {
        storeIntent(slot.storage, slot.key, { ...intent, version: page().version });
      }
    },
    type: () => {
      if (!isKept()) return;
      forget();
      set("stopped");
    },
    /**
     * Starts the retries. Call this function after the notice has rendered, because the form then
     * has the draft's version.
     */
    retry: () => {
      let isOver = false;
      let cancel = () => {};
      const canSubmit = () => !isOver && !page().isPending && !page().hasConflict();
      const again = async () => {
        if (canSubmit() && (await canReach()) && canSubmit()) submit();
      };
      const schedule = () => {
        cancel = clock(() => {
          schedule();
          void again();
        }, AGAIN_MS);
      };
      schedule();
      const stopWaking = onWake(again);
      // After a reload, retry immediately. After a failed submission, wait for the timer.
      if (!page().hasFailed) void again();
      return () => {
        isOver = true;
        cancel();
        stopWaking();
      };
    },
    resume: () => set("waiting"),
    drop: () => {
      forget();
      set(null);
    },
  };
}
