import { Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext } from "./context.ts";
import { OTHER_PROVIDERS } from "./not-offered.ts";

const EXTERNAL = Object.fromEntries(OTHER_PROVIDERS.map((name) => [name, false]));

const DESCRIPTION = {
  name: "GoTrue",
  version: "local-backend",
  description: "Auth of the Dossier local backend, compatible with Supabase Auth",
};

/** Hosted Supabase publishes these endpoints even if its OAuth server is disabled. */
function describeIssuer(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    scopes_supported: ["openid", "profile", "email", "phone", "offline_access"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "ES256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    claims_supported: [
      ...["sub", "aud", "iss", "exp", "iat", "auth_time", "nonce", "email", "email_verified"],
      ...["phone_number", "phone_number_verified", "name", "picture", "preferred_username"],
      "updated_at",
    ],
    code_challenge_methods_supported: ["S256", "plain"],
  };
}

export function createInfoRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/health", (c) => c.json(DESCRIPTION))
    .get("/settings", (c) =>
      c.json({
        external: {
          ...EXTERNAL,
          email: auth.config.email.enable_signup,
          phone: false,
          anonymous_users: auth.config.enable_anonymous_sign_ins,
        },
        disable_signup: !auth.config.enable_signup,
        mailer_autoconfirm: !auth.config.email.enable_confirmations,
        phone_autoconfirm: false,
        sms_provider: "",
        saml_enabled: false,
        // Hosted Supabase returns true even if SAML is disabled.
        saml_private_key_next_configured: true,
        passkeys_enabled: auth.config.passkey.enabled,
      }),
    )
    .get("/.well-known/openid-configuration", (c) => {
      c.header("cache-control", "public, max-age=600");
      return c.json(describeIssuer(`${auth.service.urls.api}/auth/v1`));
    })
    .get("/.well-known/jwks.json", (c) => {
      c.header("cache-control", "public, max-age=600");
      return c.json(auth.service.tokens.publicKeys());
    });
}
