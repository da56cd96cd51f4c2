import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

// Asked at the first request: the build knows none of these.
export const backend = () =>
  defineBackend({
    ...configFromEnvironment(process.env),
    issuer: process.env.SUPABASE_ISSUER,
  });

const { COOKIE_DOMAIN, UPGRADED_ON } = process.env;

export const {
  proxy,
  handlers,
  sessions,
  getSession,
  requireSession,
  getBackend,
  page,
  action,
  guestAction,
  withSession,
} = createNextBackend(backend, {
  signInPath: "/sign-in",
  // One visitor with one account asks more in a minute here than people do.
  clientLimit: false,
  serviceLimit: false,
  cookieDomain: COOKIE_DOMAIN,
  ...(UPGRADED_ON ? { migrate: { upgradedOn: UPGRADED_ON, from: ["unprefixed"] } } : {}),
  onUnavailable: (error) => `unavailable ${error.code}`,
});
