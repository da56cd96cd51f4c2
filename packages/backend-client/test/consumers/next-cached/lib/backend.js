import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

// The build does not have these variables, so `createNextBackend` gets a function.
const backend = () =>
  defineBackend({
    ...configFromEnvironment(process.env),
    issuer: process.env.SUPABASE_ISSUER,
  });

export const { proxy, handlers, clientState, cachedAnonymous, page, action, guestAction } =
  createNextBackend(backend, {
    signInPath: "/sign-in",
    protect: ["/o"],
    clientLimit: false,
    serviceLimit: false,
  });
