"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isReachable } from "@/components/live/reachable";
import { autosaveDraft, type DraftSaved } from "@/features/requests/actions";

const AUTOSAVE_DELAY_MS = 2_000;

/** Where the composer's text stands. */
export type SaveState = "saved" | "unsaved" | "saving" | "failed";

/**
 * Saves a form two seconds after the last change and, by `settle`, when a field loses focus; one
 * save at a time. Leaving the page inside the app saves what is unsaved, and the router forgets the
 * page as it was: Back and Forward then show what is stored.
 * @returns the state, `touch` for changes, `settle`, which saves what is unsaved and waits, and
 * whether something is typed that is not stored
 */
export function useAutosave({
  read,
  stamp,
  onSaved,
}: {
  /** The form's fields as they are now. */
  read: () => FormData | null;
  /** Puts the newest stored version and ids into fields that were read before. */
  stamp: (fields: FormData) => FormData;
  /** Called with the stored version and the items' ids. */
  onSaved: (saved: DraftSaved) => void;
}) {
  const router = useRouter();
  const [state, setState] = useState<SaveState>("saved");
  const [message, setMessage] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const isDirty = useRef(false);
  const hasSaved = useRef(false);

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    // Another one that waited here too may have begun meanwhile.
    while (running.current) await running.current;
    const form = isDirty.current ? read() : null;
    if (!form) return;
    isDirty.current = false;
    setState("saving");
    running.current = (async () => {
      try {
        const result = await autosaveDraft(form);
        if (result?.ok) {
          hasSaved.current = true;
          onSaved(result.data);
          setState(isDirty.current ? "unsaved" : "saved");
          setMessage(undefined);
        } else {
          isDirty.current = true;
          setState("failed");
          setMessage(result?.message);
        }
      } catch {
        // The network is gone; the text stays in the form and the next change tries again.
        isDirty.current = true;
        setState("failed");
      } finally {
        running.current = undefined;
      }
    })();
    await running.current;
  }, [read, onSaved]);

  const touch = useCallback(() => {
    isDirty.current = true;
    setState((now) => (now === "saving" ? now : "unsaved"));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), AUTOSAVE_DELAY_MS);
  }, [save]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);

  // A layout effect: at its end the form is still there to be read.
  useLayoutEffect(() => {
    return () => {
      const unsaved = isDirty.current ? read() : null;
      if (!unsaved && !hasSaved.current && !running.current) return;
      clearTimeout(timer.current);
      isDirty.current = false;
      void (async () => {
        await running.current;
        if (unsaved) await autosaveDraft(stamp(unsaved)).catch(() => undefined);
        if (navigator.onLine) router.refresh();
      })();
    };
  }, [read, stamp, router]);

  const hasUnsaved = useCallback(() => isDirty.current || running.current !== undefined, []);

  return { state, message, touch, settle: save, hasUnsaved };
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
