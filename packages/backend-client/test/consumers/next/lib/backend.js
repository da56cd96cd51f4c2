import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";

// The build does not have these variables, so `createNextBackend` gets a function.
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
  // The tests send more requests per minute than a person does.
  clientLimit: false,
  serviceLimit: false,
  cookieDomain: COOKIE_DOMAIN,
  ...(UPGRADED_ON ? { migrate: { upgradedOn: UPGRADED_ON, from: ["unprefixed"] } } : {}),
  onUnavailable: (error) => `unavailable ${error.code}`,
});
