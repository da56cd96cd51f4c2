import "server-only";
import { createNextBackend } from "@dossier/backend-client/next";
import { readEnvironment } from "@/env";
import { backend } from "@/lib/backend/backend";

const { isDemo, limits } = readEnvironment();

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
  // Session cookies from before the upgrade have no `__Host-` prefix. The SDK accepts them and
  // writes them again with the prefix.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // In a demo, all visitors and tests have the same IP address, so they would share one limit.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
