import type { NoClaims } from "../config/define-backend.js";
import { reportThrown } from "../config/report.js";
import type { SessionEvent, SessionEventSource } from "../session/events.js";
import type { PublicSession } from "../session/session.js";

/**
 * A function that receives each session event.
 * @param event one of the seven events
 * @param session the session after the event, without tokens
 * @param source this tab, another tab, or the server
 */
export type SessionListener<Claims extends object = NoClaims> = (
  event: SessionEvent,
  session: PublicSession<Claims>,
  source: SessionEventSource,
) => void;

export interface Listeners<Listener extends (...values: never[]) => void> {
  add(listener: Listener): () => void;
  emit(...values: Parameters<Listener>): void;
}

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
