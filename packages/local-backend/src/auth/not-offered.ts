import { type Context, Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { requireClaims } from "./authenticate.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { chooseRedirect } from "./redirects.ts";

/** Errors that hosted Supabase returns if the feature is disabled. */
const NOT_OFFERED: readonly [path: string, code: string, message: string][] = [
  ["/sso", "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["/sso/*", "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["/admin/sso/*", "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/admin/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/user/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/.well-known/oauth-authorization-server", "feature_disabled", "OAuth server is disabled"],
  ["/admin/custom-providers", "feature_disabled", "Custom providers are disabled"],
  ["/admin/custom-providers/*", "feature_disabled", "Custom providers are disabled"],
  ["/factors/recovery-codes", "feature_disabled", "Recovery codes are disabled"],
  ["/factors/recovery-codes/*", "feature_disabled", "Recovery codes are disabled"],
];

export const OTHER_PROVIDERS: readonly string[] = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
  ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack"],
  ...["slack_oidc", "snapchat", "spotify", "twitch", "twitter", "workos", "zoom"],
];

export function createNotOfferedRoutes(auth: AuthContext): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>()
    .get("/authorize", (c) => {
      const provider = c.req.query("provider") ?? "";
      throw invalid(
        OTHER_PROVIDERS.includes(provider.toLowerCase())
          ? "Unsupported provider: provider is not enabled"
          : `Unsupported provider: Provider ${provider} could not be found`,
      );
    })
    .on(["GET", "POST"], "/callback", (c) => {
      const url = new URL(chooseRedirect(auth.config, c));
      url.searchParams.set("error", "invalid_request");
      url.searchParams.set("error_code", "bad_oauth_callback");
      url.searchParams.set("error_description", "OAuth state parameter missing");
      return c.redirect(url.href, 303);
    })
    .all("/user/identities/*", async (c) => {
      await requireClaims(auth, c);
      throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
    });
  for (const [path, code, message] of NOT_OFFERED) {
    routes.all(path, () => {
      throw new AuthError(404, code, message);
    });
  }
  return routes;
}

/**
 * As on hosted Supabase, the status is 405 if another method exists for the path, otherwise 404.
 */
export function createUnknownPathHandler(auth: AuthContext, routes: Hono<ServiceEnv>) {
  return async (c: Context<ServiceEnv>) => {
    const { path } = c.req;
    // Hosted Supabase checks the token on these paths before it responds with 404 or 405.
    if (/^\/(user|factors|admin)(\/|$)/.test(path)) await requireClaims(auth, c);
    const allowed = routes.routes.filter(
      (route) => route.method !== "ALL" && toPattern(route.path).test(path),
    );
    if (allowed.length === 0) return c.text("404 page not found\n", 404);
    const methods = [...new Set(allowed.map(({ method }) => method))].sort();
    return c.body(null, 405, { allow: methods.join(", ") });
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}/?$`);
}
