import "server-only";
import { createNextBackend } from "@dossier/backend-client/next";
import { readEnvironment } from "@/env";
import { backend } from "@/lib/backend/backend";

const { isDemo, limits } = readEnvironment();

/**
 * The session and the backend on the server. Loaders call `getSession`, `requireSession` and
 * `getBackend`; actions are made with `action` and `guestAction`; `backend.anonymous.db` is the
 * explicit way to call as nobody.
 */
export const {
  handlers,
  getSession,
  requireSession,
  getBackend,
  action,
  guestAction,
  sessions,
  withSession,
} = createNextBackend(backend, {
  signInPath: "/sign-in",
  // Sessions from before the names of the cookies were bound to the host stay valid until they move.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // A demo runs on one machine: everyone has the same address, and the tests ask without a pause.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

/** Everything one caller may do with the backend. */
export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
