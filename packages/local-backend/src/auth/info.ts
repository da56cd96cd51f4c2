import { Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext } from "./context.ts";

/** Tells clients that every provider is off, because none is supported. */
const OTHER_PROVIDERS = Object.fromEntries(
  [
    ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
    ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack"],
    ...["slack_oidc", "snapchat", "spotify", "twitch", "twitter", "workos", "zoom"],
  ].map((name) => [name, false]),
);

const DESCRIPTION = {
  name: "GoTrue",
  version: "local-backend",
  description: "Auth of the Dossier local backend, compatible with Supabase Auth",
};

export function createInfoRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/health", (c) => c.json(DESCRIPTION))
    .get("/settings", (c) =>
      c.json({
        external: {
          ...OTHER_PROVIDERS,
          email: auth.config.email.enable_signup,
          phone: false,
          anonymous_users: auth.config.enable_anonymous_sign_ins,
        },
        disable_signup: !auth.config.enable_signup,
        mailer_autoconfirm: !auth.config.email.enable_confirmations,
        phone_autoconfirm: false,
        sms_provider: "",
        saml_enabled: false,
      }),
    )
    .get("/.well-known/jwks.json", (c) => {
      c.header("cache-control", "public, max-age=600");
      return c.json(auth.service.tokens.publicKeys());
    });
}
