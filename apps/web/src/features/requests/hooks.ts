"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { failureUnreceived } from "@/components/forms/kept-action";
import { isReachable } from "@/components/live/reachable";
import { createRetry } from "@/components/live/retry";
import { autosaveDraft } from "@/features/requests/actions";
import { printOfDraft } from "@/features/requests/compare";
import { type Beginning, keepWords } from "@/features/requests/components/kept-words";
import { readDraft } from "@/features/requests/schema";
import type { DraftSaved } from "@/features/requests/types";
import { sentenceFor } from "@/lib/error-sentences";
import { isOutageCode } from "@/lib/errors";
import type { FormFailure, VersionRow } from "@/lib/form-state";
import { askBeforeLeaving } from "@/lib/leaving";

const AUTOSAVE_DELAY_MS = 2_000;

/** Where the composer's text stands; `held` is what someone else's save keeps from being saved. */
export type SaveState = "saved" | "unsaved" | "saving" | "held" | "signed-out" | "failed";

/** A save that was refused because the draft was changed elsewhere. */
export type HeldDraft = { version: number; versions: VersionRow[]; message: string };

/** What a failure says about both versions, if it is about them. */
export function toHeld({ message, values, versions }: FormFailure): HeldDraft | null {
  return versions ? { version: Number(values?.version), versions, message } : null;
}

const LOST: FormFailure = { ok: false, code: "network", message: sentenceFor("network") };

/**
 * Saves a form two seconds after the last change and, by `settle`, when a field loses focus; one
 * save at a time. What is not stored is kept in this tab until it is, and saved once the server is
 * back when nothing answered. A draft that was changed elsewhere is not written over: saving stops
 * until `save` is asked for. Leaving the page inside the app saves what is unsaved, and the router
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
  beginning: Beginning;
  /** The form's fields as they are now. */
  read: () => FormData | null;
  /** Puts the newest stored version and ids into fields that were read before. */
  stamp: (fields: FormData) => FormData;
  /** Called with the stored version and the items' ids, and the fields that were sent. */
  onSaved: (saved: DraftSaved, fields: FormData) => void;
}) {
  const router = useRouter();
  const [state, setState] = useState<SaveState>(beginning.isUnsaved ? "unsaved" : "saved");
  const [message, setMessage] = useState<string>();
  const [held, setHeld] = useState<HeldDraft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const now = useRef({ isDirty: beginning.isUnsaved, isEnded: false, hasSaved: false });
  const heldNow = useRef<HeldDraft | null>(null);
  const seen = useRef(new Set(beginning.seen));
  const saveAgain = useRef(() => {});
  const [retry] = useState(() => createRetry(() => saveAgain.current()));

  const hold = useCallback((next: HeldDraft | null) => {
    heldNow.current = next;
    setHeld(next);
    if (!next) return;
    now.current.isDirty = true;
    setState("held");
  }, []);

  const keep = useCallback(() => {
    const form = now.current.isDirty ? read() : null;
    if (form) keepWords(sessionStorage, storageKey, form, seen.current);
  }, [read, storageKey]);

  /** Sends fields; the tab's copy of them counts as long as nobody knows that they arrived. */
  const store = useCallback(
    async (form: FormData) => {
      seen.current.add(printOfDraft(readDraft(form)));
      if (sessionStorage.getItem(storageKey) !== null) {
        keepWords(sessionStorage, storageKey, form, seen.current);
      }
      const kept = sessionStorage.getItem(storageKey);
      // Without a network the call itself fails.
      const result = await autosaveDraft(form).catch((error) => failureUnreceived(error) ?? LOST);
      if (result.ok && sessionStorage.getItem(storageKey) === kept) {
        sessionStorage.removeItem(storageKey);
      }
      return result;
    },
    [storageKey],
  );

  const save = useCallback(
    async (isAsked = true): Promise<void> => {
      clearTimeout(timer.current);
      // Another one that waited here too may have begun meanwhile.
      while (running.current) await running.current;
      if (heldNow.current && !isAsked) return;
      const form = now.current.isDirty ? read() : null;
      if (!form) return;
      if (heldNow.current) form.set("version", String(heldNow.current.version));
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
          now.current.hasSaved = true;
          retry.succeed();
          onSaved(result.data, form);
          hold(null);
          setState(now.current.isDirty ? "unsaved" : "saved");
          keep();
          return;
        }
        now.current.isDirty = true;
        setMessage(result.message);
        setState(now.current.isEnded ? "signed-out" : "failed");
        const conflict = toHeld(result);
        if (conflict) hold(conflict);
      })();
      await running.current;
    },
    [read, store, onSaved, hold, keep, retry],
  );
  const settle = useCallback(() => save(false), [save]);
  saveAgain.current = () => void settle();
  useEffect(() => retry.rest, [retry]);

  const touch = useCallback(() => {
    now.current.isDirty = true;
    setState((state) => {
      if (state === "saving" || now.current.isEnded) return state;
      return heldNow.current ? "held" : "unsaved";
    });
    keep();
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, AUTOSAVE_DELAY_MS);
  }, [keep, settle]);

  useEffect(() => {
    if (beginning.isUnsaved) void settle();
  }, [beginning, settle]);

  useEffect(() => {
    // After the session has ended the words are kept for who signs in again.
    const warn = askBeforeLeaving(() => now.current.isDirty && !now.current.isEnded);
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

  /** Gives up what is not stored. */
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    retry.rest();
    now.current.isDirty = false;
    sessionStorage.removeItem(storageKey);
  }, [storageKey, retry]);
  const hasUnsaved = useCallback(() => now.current.isDirty || running.current !== undefined, []);
  const isHeld = useCallback(() => heldNow.current !== null, []);

  return { state, message, held, touch, keep, settle, save, hold, isHeld, drop, hasUnsaved };
}

const REFRESH_DELAY_MS = 300;
const PAUSED_AFTER_MS = 10_000;
const POLL_MS = 60_000;

/**
 * Renders the page anew whenever the channel says that something changed, at most every 300 ms.
 * While there is no channel, be it lost or never had, the page asks every minute instead and says
 * so after 10 s.
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
    const ask = async () => {
      if (await isReachable()) router.refresh();
    };
    const poll = setInterval(ask, POLL_MS);
    return () => {
      clearTimeout(notice);
      clearInterval(poll);
    };
  }, [isDown, router]);

  return { isPaused, viewers };
}
