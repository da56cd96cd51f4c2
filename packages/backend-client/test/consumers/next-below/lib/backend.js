import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

const backend = () =>
  defineBackend({ ...configFromEnvironment(process.env), issuer: process.env.SUPABASE_ISSUER });

export const { withSession, handlers, clientState, page, guestAction } = createNextBackend(
  backend,
  {
    signInPath: "/sign-in",
    appPath: "/docs",
    trailingSlash: true,
    protect: ["/me"],
    clientLimit: false,
    serviceLimit: false,
  },
);
