import { reportThrown } from "../config/report.js";
import type { SessionEvent, SessionEventSource } from "../session/events.js";
import type { PublicSession } from "../session/session.js";

/**
 * Hears of session events.
 * @param event one of the seven
 * @param session as it is after the event, without tokens
 * @param source this tab, another one, or the server
 */
export type SessionListener = (
  event: SessionEvent,
  session: PublicSession,
  source: SessionEventSource,
) => void;

/** A set of listeners that cannot hurt each other. */
export interface Listeners<Listener extends (...values: never[]) => void> {
  add(listener: Listener): () => void;
  /** Calls each listener present now; one that throws is reported and the others still run. */
  emit(...values: Parameters<Listener>): void;
}

/** Creates an empty set. */
export function createListeners<
  Listener extends (...values: never[]) => void,
>(): Listeners<Listener> {
  const listeners = new Set<{ call: Listener }>();
  return {
    add(call) {
      const entry = { call };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit(...values) {
      for (const entry of [...listeners]) {
        if (!listeners.has(entry)) continue;
        try {
          entry.call(...values);
        } catch (thrown) {
          reportThrown(thrown);
        }
      }
    },
  };
}
