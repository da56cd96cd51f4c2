import type { SessionEvent } from "../session/events.js";
import type { BrowserEnvironment } from "./environment.js";
import { eventSince, type KnownSession, type SeenSession, seen } from "./session-responses.js";

export interface EventLog {
  /** Returns null if the page missed no event, or if the page may not use storage. */
  missed(now: KnownSession): SessionEvent | null;
  note(now: KnownSession): void;
}

/**
 * Records the session's last event in the browser's storage. If the storage has no record, a new
 * document counts the last event as missed, unless that event is a token refresh.
 */
export function createEventLog(
  environment: Pick<BrowserEnvironment, "storages">,
  name: string,
): EventLog {
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
          // If the storage is full or read-only, the next document may emit the event again.
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
