import { use, useContext, useSyncExternalStore } from "react";
import type { RegisteredClaims } from "../config/register.js";
import type { PublicSession } from "../session/session.js";
import { BackendContext } from "./context.js";

/**
 * Returns the session without tokens, for display only: row-level security decides what a user may
 * do. The first render returns the session of the server.
 * @throws Error outside a `BackendProvider`
 */
export function useSession<Claims extends object = RegisteredClaims>(): PublicSession<Claims> {
  const context = useContext(BackendContext);
  if (!context) throw new Error("useSession needs a BackendProvider above it.");
  const { client, initialSession: given } = context;
  const initialSession = "then" in given ? use(given) : given;
  return useSyncExternalStore(
    client.session.onChange,
    () => client.session.get() ?? initialSession,
    () => initialSession,
  );
}
