"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { askForPage } from "@/components/live/actions";
import { pollPage } from "@/components/live/page-poll";
import { createRetry } from "@/components/live/retry";
import { autosaveDraft } from "@/features/requests/draft/actions";
import { printOfDraft } from "@/features/requests/draft/compare";
import type { DraftStart } from "@/features/requests/draft/storage";
import { readDraft } from "@/features/requests/schema";
import type { DraftMerge, DraftSaved } from "@/features/requests/types";
import { askBeforeUnload } from "@/lib/drafts/before-unload";
import { draftSlot } from "@/lib/drafts/draft-storage";
import { toDraftFields } from "@/lib/drafts/form-values";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { isOutageCode } from "@/lib/errors/problem";
import type { FormFailure } from "@/lib/forms/form-state";
import { toUnreceivedFailure } from "@/lib/forms/resilient-action";

const AUTOSAVE_DELAY_MS = 2_000;

/**
 * State of the composer's text. `merged`: saved together with changes made elsewhere. `held`: a field
 * was changed elsewhere, too, and saving waits for a choice.
 */
export type SaveState =
  | "saved"
  | "merged"
  | "unsaved"
  | "saving"
  | "held"
  | "signed-out"
  | "failed";

/** A save as the composer took it over; `again` when the text changed before its answer came. */
export type Adopted = "saved" | "merged" | "held" | "again";

const LOST: FormFailure = { ok: false, code: "network", message: sentenceFor("network") };

/**
 * Saves a form two seconds after the last change and, by `save`, when a field loses focus; one save
 * at a time. What is not stored is kept in this tab until it is, and saved once the server is
 * back when nothing answered. Where a field was changed elsewhere, too, saving stops until
 * `resolve` is called. Leaving the page inside the app saves what is unsaved, and the router
 * forgets the page as it was: Back and Forward then show what is stored.
 */
export function useAutosave({
  storageKey,
  beginning,
  read,
  stamp,
  onSaved,
}: {
  /** Where this tab keeps what is not stored. */
  storageKey: string;
  /** The words with which the form began. */
  beginning: DraftStart;
  /** The form's fields as they are now. */
  read: () => FormData | null;
  /** Puts the newest stored version and ids into fields that were read before. */
  stamp: (fields: FormData) => FormData;
  /** Called with what was stored and the fields that were sent. */
  onSaved: (saved: DraftSaved, fields: FormData) => Adopted;
}) {
  const router = useRouter();
  const [state, setState] = useState<SaveState>(beginning.isUnsaved ? "unsaved" : "saved");
  const [message, setMessage] = useState<string>();
  const [held, setHeld] = useState<DraftMerge | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const now = useRef({
    isDirty: beginning.isUnsaved,
    isEnded: false,
    hasSaved: false,
    hasNews: false,
  });
  const heldNow = useRef<DraftMerge | null>(null);
  const seen = useRef(new Set(beginning.seen));
  const saveAgain = useRef(() => {});
  const [retry] = useState(() => createRetry(() => saveAgain.current()));

  const hold = useCallback((next: DraftMerge | null) => {
    heldNow.current = next;
    setHeld(next);
    if (!next) return;
    now.current.isDirty = true;
    setState("held");
  }, []);

  const keep = useCallback(() => {
    const form = now.current.isDirty ? read() : null;
    if (form) draftSlot(sessionStorage, storageKey).store(toDraftFields(form), seen.current);
  }, [read, storageKey]);

  /** Sends fields; the tab's copy of them counts as long as nobody knows that they arrived. */
  const store = useCallback(
    async (form: FormData) => {
      seen.current.add(printOfDraft(readDraft(form)));
      if (sessionStorage.getItem(storageKey) !== null) {
        draftSlot(sessionStorage, storageKey).store(toDraftFields(form), seen.current);
      }
      const kept = sessionStorage.getItem(storageKey);
      // Without a network the call itself fails.
      const result = await autosaveDraft(form).catch((error) => toUnreceivedFailure(error) ?? LOST);
      if (result.ok && sessionStorage.getItem(storageKey) === kept) {
        sessionStorage.removeItem(storageKey);
      }
      return result;
    },
    [storageKey],
  );

  /** Shows what was stored; what was typed since, or is in conflict, is still to be saved. */
  const receive = useCallback(
    (saved: DraftSaved, form: FormData) => {
      now.current.hasSaved = true;
      const adopted = onSaved(saved, form);
      if (adopted === "again") now.current.isDirty = true;
      if (adopted === "merged") now.current.hasNews = true;
      hold(adopted === "held" ? (saved.merge ?? null) : null);
      if (adopted !== "held") {
        const settled = adopted === "merged" ? "merged" : "saved";
        setState(now.current.isDirty ? "unsaved" : settled);
      }
      if (adopted === "again")
        timer.current = setTimeout(() => saveAgain.current(), AUTOSAVE_DELAY_MS);
      keep();
    },
    [onSaved, hold, keep],
  );

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    // Another one that waited here too may have begun in the meantime.
    while (running.current) await running.current;
    if (heldNow.current) return;
    const form = now.current.isDirty ? read() : null;
    if (!form) return;
    now.current.isDirty = false;
    // The link to sign in stays in place while it may be pressed: a click begins by leaving a field.
    if (!now.current.isEnded) setState("saving");
    running.current = (async () => {
      const result = await store(form);
      running.current = undefined;
      now.current.isEnded = !result.ok && result.code === "session_expired";
      if (!result.ok && isOutageCode(result.code)) retry.wait();
      else retry.rest();
      if (result.ok) {
        retry.succeed();
        receive(result.data, form);
        return;
      }
      now.current.isDirty = true;
      setMessage(result.message);
      setState(now.current.isEnded ? "signed-out" : "failed");
    })();
    await running.current;
  }, [read, store, receive, retry]);
  saveAgain.current = () => void save();
  useEffect(() => retry.rest, [retry]);

  const touch = useCallback(() => {
    now.current.isDirty = true;
    now.current.hasNews = false;
    setState((state) => {
      if (state === "saving" || now.current.isEnded) return state;
      return heldNow.current ? "held" : "unsaved";
    });
    keep();
    clearTimeout(timer.current);
    timer.current = setTimeout(save, AUTOSAVE_DELAY_MS);
  }, [keep, save]);

  useEffect(() => {
    if (beginning.isUnsaved) void save();
  }, [beginning, save]);

  useEffect(() => {
    // After the session has ended the words are kept for who signs in again.
    const warn = askBeforeUnload(() => now.current.isDirty && !now.current.isEnded);
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);

  // A layout effect: at its end the form is still there to be read.
  useLayoutEffect(() => {
    return () => {
      const unsaved = now.current.isDirty && !heldNow.current ? read() : null;
      if (!unsaved && !now.current.hasSaved && !running.current) return;
      clearTimeout(timer.current);
      void (async () => {
        await running.current;
        if (unsaved) await store(stamp(unsaved));
        if (navigator.onLine) router.refresh();
      })();
    };
  }, [read, stamp, store, router]);

  /** Removes a conflict that was decided; after the last one the draft is saved. */
  const resolve = useCallback(
    (path: string) => {
      const left = heldNow.current?.conflicts.filter((conflict) => conflict.path !== path) ?? [];
      const next =
        heldNow.current && left.length > 0 ? { ...heldNow.current, conflicts: left } : null;
      hold(next);
      keep();
      if (!next) void save();
    },
    [hold, keep, save],
  );
  const hasUnsaved = useCallback(() => now.current.isDirty || running.current !== undefined, []);
  /** True once after each merge that brought changes from elsewhere since the last typing. */
  const takeNews = useCallback(() => {
    const { hasNews } = now.current;
    now.current.hasNews = false;
    return hasNews;
  }, []);
  const isHeld = useCallback(() => heldNow.current !== null, []);

  return {
    state,
    message,
    held,
    touch,
    keep,
    save,
    receive,
    resolve,
    isHeld,
    hasUnsaved,
    takeNews,
  };
}

const REFRESH_DELAY_MS = 300;
const PAUSED_AFTER_MS = 10_000;
const POLL_MS = 60_000;

/**
 * Renders the page anew whenever the channel says that something changed, at most every 300 ms.
 * While there is no channel, be it lost or never had, the visible page asks once every minute instead
 * and says so after 10 s.
 * @returns whether live updates are paused, and who else looks at the page
 */
export function useLiveRefresh({
  topic,
  readAt,
  viewer,
}: {
  topic: string;
  /** Moment at which the server read the page, in milliseconds since the epoch. */
  readAt: number;
  /** Name under which others see this person; absent where nobody is shown. */
  viewer?: string | undefined;
}) {
  const router = useRouter();
  const [isPaused, setPaused] = useState(false);
  const [viewers, setViewers] = useState<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Without a network Next would leave for the browser's error page.
  const refresh = useCallback(() => {
    if (navigator.onLine) router.refresh();
  }, [router]);

  const refreshSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, REFRESH_DELAY_MS);
  }, [refresh]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { status, track } = useChannel({
    topic,
    readAt,
    onBroadcast: refreshSoon,
    onGap: refreshSoon,
    ...(viewer
      ? {
          onPresence: (state: PresenceState) => {
            const names = Object.values(state).flatMap((entries) =>
              entries.map((entry) => String(entry.name ?? "")),
            );
            setViewers([...new Set(names)].filter((name) => name !== "" && name !== viewer));
          },
        }
      : {}),
  });

  useEffect(() => {
    if (viewer && status === "joined") void track({ name: viewer });
  }, [track, viewer, status]);

  // Each try to come back says "joining" for a moment, and so does one that never ends.
  const isDown = status !== "joined" && status !== "signed-out";

  useEffect(() => {
    if (!isDown) {
      setPaused(false);
      return;
    }
    const notice = setTimeout(() => setPaused(true), PAUSED_AFTER_MS);
    // A request that is not possible now is made in a minute.
    const stop = pollPage(() => void askForPage().catch(() => {}), POLL_MS);
    return () => {
      clearTimeout(notice);
      stop();
    };
  }, [isDown]);

  return { isPaused, viewers };
}
