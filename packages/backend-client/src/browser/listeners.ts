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
export interface Listeners {
  add(listener: SessionListener): () => void;
  /** Calls each listener present now; one that throws is reported and the others still run. */
  emit: SessionListener;
}

/** Creates an empty set; `report` gets what listeners throw. */
export function createListeners(report: (thrown: unknown) => void): Listeners {
  const listeners = new Set<{ call: SessionListener }>();
  return {
    add(call) {
      const entry = { call };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit(...event) {
      for (const entry of [...listeners]) {
        if (!listeners.has(entry)) continue;
        try {
          entry.call(...event);
        } catch (thrown) {
          report(thrown);
        }
      }
    },
  };
}
