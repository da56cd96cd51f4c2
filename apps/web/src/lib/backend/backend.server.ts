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
  // Sessions without the `__Host-` prefix stay valid after the upgrade. The SDK writes them again
  // under the prefixed names.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // In a demo, all visitors and tests have the same IP address.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
