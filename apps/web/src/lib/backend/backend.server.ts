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
  // Accept session cookies without the `__Host-` prefix, so that users stay signed in after the
  // upgrade. The SDK writes these sessions again under the prefixed names.
  migrate: { upgradedOn: "2026-11-23", from: ["unprefixed"] },
  ...limits,
  // In a demo, all visitors and tests have the same IP address, so limits by IP address would block
  // them.
  ...(isDemo ? { clientLimit: false as const, serviceLimit: false as const } : {}),
});

export type BackendScope = Awaited<ReturnType<typeof getBackend>>;
