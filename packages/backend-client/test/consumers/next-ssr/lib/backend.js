import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

export const { proxy, handlers, getSession, guestAction } = createNextBackend(
  () =>
    defineBackend({
      ...configFromEnvironment(process.env),
      issuer: process.env.SUPABASE_ISSUER,
    }),
  {
    signInPath: "/new",
    // The tests send more requests per minute than a person does.
    clientLimit: false,
    serviceLimit: false,
    migrate: {
      upgradedOn: process.env.UPGRADED_ON ?? "2026-01-01",
      from: ["ssr"],
      bridge: true,
    },
  },
);
