import "server-only";
import { createNextBackend } from "@dossier/backend-client/next";
import { readEnvironment } from "@/env";
import { backend } from "@/lib/backend/backend";

const { isDemo, limits } = readEnvironment();

/**
 * The session and the backend on the server. Loaders call `getSession`, `requireSession` and
 * `getBackend`. Create actions with `action` and `guestAction`. Use `backend.anonymous.db` to call
 * without a user.
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
  // Sessions from before the host-bound cookie names stay valid until they are migrated.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // A demo runs on one machine: every visitor has the same address, and tests send many requests.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
