import { Hono } from "hono";
import type { Service, ServiceContext, ServiceEnv } from "../service.ts";
import { createAdminLinkRoutes } from "./admin-links.ts";
import { createAdminUserRoutes } from "./admin-users.ts";
import { createAuthContext } from "./context.ts";
import { AuthError, respondWithError } from "./errors.ts";
import { createFactorRoutes } from "./factors.ts";
import { createInfoRoutes } from "./info.ts";
import { AuthLimits } from "./limits.ts";
import { createMailer } from "./mailer.ts";
import { createNotOfferedRoutes, refuseUnknownPath } from "./not-offered.ts";
import { createOtpRoutes } from "./otp.ts";
import { createSignupRoutes } from "./signup.ts";
import { createTokenRoutes } from "./token.ts";
import { createUserRoutes } from "./user.ts";
import { createVerifyRoutes } from "./verify.ts";

/**
 * Supabase Auth, as far as supabase-js and the product call it.
 * @throws LocalBackendError `bad_config` for a mail template that cannot be filled
 */
export function createAuthService(context: ServiceContext): Service {
  const { config } = context;
  const auth = createAuthContext(context, {
    mailer: createMailer(context),
    limits: new AuthLimits(config.auth, () => context.now()),
  });
  const routes = new Hono<ServiceEnv>();
  for (const family of [
    createInfoRoutes(auth),
    createSignupRoutes(auth),
    createTokenRoutes(auth),
    createOtpRoutes(auth),
    createVerifyRoutes(auth),
    createUserRoutes(auth),
    createFactorRoutes(auth),
    createAdminUserRoutes(auth),
    createAdminLinkRoutes(auth),
    createNotOfferedRoutes(),
  ]) {
    routes.route("/", family);
  }
  routes.all("*", refuseUnknownPath);
  routes.onError((error, c) => {
    if (error instanceof AuthError) return respondWithError(c, error);
    context.log(`auth: ${c.req.method} failed: ${describeFailure(error)}`);
    return respondWithError(c, new AuthError(500, "unexpected_failure", "Unexpected failure"));
  });
  return {
    name: "auth",
    prefix: "/auth/v1",
    routes,
    async check() {
      await context.database.query("select 1 from auth.users limit 1");
    },
    async reset() {
      auth.limits.clear();
    },
  };
}

/** Kind and database code only: messages may quote addresses. */
function describeFailure(error: Error): string {
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
