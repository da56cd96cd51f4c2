import { type Context, Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { AuthError } from "./errors.ts";

/** Endpoints of hosted that are not supported, with hosted's error codes. */
const NOT_OFFERED: readonly [path: string, status: 400 | 404, code: string, what: string][] = [
  ["/authorize", 400, "oauth_provider_not_supported", "Sign-in through other providers"],
  ["/callback", 400, "oauth_provider_not_supported", "Sign-in through other providers"],
  ["/sso", 404, "saml_provider_disabled", "SAML"],
  ["/sso/*", 404, "saml_provider_disabled", "SAML"],
  ["/admin/sso/*", 404, "saml_provider_disabled", "SAML"],
  ["/user/identities/*", 404, "manual_linking_disabled", "Linking identities"],
  ["/oauth/*", 404, "feature_disabled", "The OAuth server"],
  ["/admin/oauth/*", 404, "feature_disabled", "The OAuth server"],
  ["/user/oauth/*", 404, "feature_disabled", "The OAuth server"],
  ["/admin/custom-providers", 404, "feature_disabled", "Sign-in through other providers"],
  ["/admin/custom-providers/*", 404, "feature_disabled", "Sign-in through other providers"],
  ["/factors/recovery-codes", 404, "feature_disabled", "Sign-in with recovery codes"],
  ["/factors/recovery-codes/*", 404, "feature_disabled", "Sign-in with recovery codes"],
  ["/passkeys", 404, "passkey_disabled", "Sign-in with passkeys"],
  ["/passkeys/*", 404, "passkey_disabled", "Sign-in with passkeys"],
];

export function createNotOfferedRoutes(): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>();
  for (const [path, status, code, what] of NOT_OFFERED) {
    routes.all(path, () => {
      throw new AuthError(status, code, `${what} is not supported by the local backend`);
    });
  }
  return routes;
}

export function refuseUnknownPath(c: Context): never {
  throw new AuthError(404, "not_found", `${c.req.method} ${c.req.path} is not supported`);
}
