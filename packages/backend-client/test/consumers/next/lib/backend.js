import { defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

// Asked at the first request: the build knows none of these.
const backend = () =>
  defineBackend({
    url: process.env.SUPABASE_URL,
    anonKey: process.env.SUPABASE_ANON_KEY,
    issuer: process.env.SUPABASE_ISSUER,
  });

export const { proxy, handlers, getSession, requireSession, getBackend, action, guestAction } =
  createNextBackend(backend, { signInPath: "/sign-in" });
