import "server-only";
import { createNextBackend } from "@dossier/backend-client/next";
import { readEnvironment } from "@/env";
import { backend } from "@/lib/backend/backend";

const { isDemo, limits } = readEnvironment();

/**
 * The session and the backend on the server. Loaders call `getSession`, `requireSession` and
 * `getBackend`. Create actions with `action` and `guestAction`. To call without a user, use
 * `backend.anonymous.db`.
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
  // Sessions with the older cookie names stay valid until they are migrated to the host-bound
  // names.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // A demo runs on one machine, so every visitor has the same address, and tests send many
  // requests.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
