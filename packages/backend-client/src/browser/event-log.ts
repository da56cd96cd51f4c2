import type { SessionEvent } from "../session/events.js";
import type { BrowserEnvironment } from "./environment.js";
import { eventSince, type KnownSession, type SeenSession, seen } from "./session-responses.js";

/** What the tabs of this browser were told last, which outlives the document. */
export interface ToldEvents {
  /**
   * What happened to a session since: a form without script, a link in a mail and a sign-out by form
   * end in a new document that has seen nothing of it. Null also where the page may not remember.
   */
  missed(now: KnownSession): SessionEvent | null;
  /** Remembers that everything up to this session was told. Ids and a count, no tokens. */
  note(now: KnownSession): void;
}

/**
 * Opens the memory of one project. A tab compares with what it was told itself; a new tab with what
 * the browser's tabs were told; the browser's first one is told the session's last event, unless
 * that is a refresh, which may be long ago.
 */
export function createToldEvents(
  environment: Pick<BrowserEnvironment, "storages">,
  name: string,
): ToldEvents {
  const recall = (): SeenSession | "nothing" | "unreadable" => {
    const storages = environment.storages();
    if (storages.length === 0) return "unreadable";
    for (const storage of storages) {
      const known = parseSeen(storage.getItem(name));
      if (known) return known;
    }
    return "nothing";
  };
  return {
    missed(now) {
      const before = recall();
      if (before === "unreadable") return null;
      if (before !== "nothing") return eventSince(before, now);
      const last = now.status === "authenticated" ? now.event.name : "INITIAL_SESSION";
      return last === "INITIAL_SESSION" || last === "TOKEN_REFRESHED" ? null : last;
    },
    note(now) {
      const text = JSON.stringify(seen(now));
      for (const storage of environment.storages()) {
        try {
          if (storage.getItem(name) !== text) storage.setItem(name, text);
        } catch {
          // Full, or not to be written: then the next document tells an event twice.
        }
      }
    },
  };
}

function parseSeen(text: string | null): SeenSession | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<SeenSession> | null;
    if (typeof value?.count !== "number") return null;
    const { user, count } = value;
    if (user === null) return { user, count };
    const isUser = typeof user?.id === "string" && typeof user.sessionId === "string";
    return isUser ? { user: { id: user.id, sessionId: user.sessionId }, count } : null;
  } catch {
    return null;
  }
}
