import { useContext, useSyncExternalStore } from "react";
import type { PublicSession } from "../session/session.js";
import { BackendContext } from "./context.js";

/**
 * The session as the page knows it: the server's at first, so nothing flashes, then live. Holds
 * claims, never tokens. For display only: row-level security decides what a user may do.
 * @throws Error outside a `BackendProvider`
 */
export function useSession(): PublicSession {
  const context = useContext(BackendContext);
  if (!context) throw new Error("useSession needs a BackendProvider above it.");
  const { client, initialSession } = context;
  return useSyncExternalStore(
    client.session.onChange,
    () => client.session.get() ?? initialSession,
    () => initialSession,
  );
}
