import { type Context, Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import { limitBody } from "../gateway/body-limit.ts";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { createAdminAuditRoutes } from "./admin-audit.ts";
import { createAdminFactorRoutes } from "./admin-factors.ts";
import { createAdminLinkRoutes } from "./admin-links.ts";
import { createAdminUserRoutes } from "./admin-users.ts";
import { createAuthContext } from "./context.ts";
import { AuthError, respondWithError } from "./errors.ts";
import { createFactorRoutes } from "./factors.ts";
import { createInfoRoutes } from "./info.ts";
import { AuthLimits } from "./limits.ts";
import { createMailer } from "./mailer.ts";
import { createNotOfferedRoutes, createUnknownPathHandler } from "./not-offered.ts";
import { createOtpRoutes } from "./otp.ts";
import { createAdminPasskeyRoutes, createPasskeyRoutes } from "./passkeys/routes.ts";
import { refuseNul } from "./requests.ts";
import { createSendEmailHook } from "./send-email-hook.ts";
import { createSignupRoutes } from "./signup.ts";
import { createTokenRoutes } from "./token.ts";
import { createUserRoutes } from "./user.ts";
import { createVerifyRoutes } from "./verify.ts";

const UNEXPECTED = "Unexpected failure, please check server logs for more information";
const MAX_BODY_BYTES = 1024 * 1024;

function refuseBody(c: Context, maxBytes: number): Response {
  const message = `Request body too large (max ${maxBytes} bytes)`;
  return respondWithError(c, new AuthError(413, "request_entity_too_large", message));
}

export function createAuthService(context: ServiceContext): Service {
  const { config } = context;
  const auth = createAuthContext(context, {
    mailer: createMailer(context),
    hook: createSendEmailHook(context),
    limits: new AuthLimits(config.auth, () => context.now()),
  });
  const routes = new Hono<ServiceEnv>();
  routes.use("*", limitBody(MAX_BODY_BYTES, refuseBody));
  routes.use("*", refuseNul);
  routes.use("*", async (c, next) => {
    // Hono would run GET handlers for HEAD. Only `/verify` accepts HEAD, which email scanners send.
    if (c.req.method !== "HEAD" || c.req.path === "/verify") return await next();
    return c.body(null, 405, { allow: "GET" });
  });
  for (const family of [
    // Keep this first: later routes such as `/factors/:id` match some of the same paths.
    createNotOfferedRoutes(auth),
    createInfoRoutes(auth),
    createSignupRoutes(auth),
    createTokenRoutes(auth),
    createOtpRoutes(auth),
    createVerifyRoutes(auth),
    createUserRoutes(auth),
    createFactorRoutes(auth),
    createPasskeyRoutes(auth),
    createAdminUserRoutes(auth),
    createAdminFactorRoutes(auth),
    createAdminPasskeyRoutes(auth),
    createAdminAuditRoutes(auth),
    createAdminLinkRoutes(auth),
  ]) {
    routes.route("/", family);
  }
  routes.all("*", createUnknownPathHandler(auth, routes));
  routes.onError((error, c) => {
    const isRefusal = error instanceof AuthError;
    if (!isRefusal || error.status >= 500) {
      const what = `${c.req.method} ${c.req.path}`;
      context.log(`auth: ${what} failed: ${describeFailure(isRefusal ? error.cause : error)}`);
    }
    const isFull = isDiskFull(error);
    if (isRefusal && !isFull) return respondWithError(c, error);
    const message = isFull ? DISK_FULL : UNEXPECTED;
    return respondWithError(c, new AuthError(500, "unexpected_failure", message));
  });
  return {
    name: "auth",
    prefix: "/auth/v1",
    ignoresLastSlash: true,
    routes,
    async check() {
      await context.database.query("select 1 from auth.users limit 1");
    },
    async reset() {
      auth.limits.clear();
    },
  };
}

/** Omits `error.message`, which may contain email addresses. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (isDiskFull(error)) return DISK_FULL;
  const { code, where, constraint } = error as Error & Partial<Record<string, string>>;
  const place = /^PL\/pgSQL function .*$/m.exec(where ?? "")?.[0];
  return [error.name, code, constraint, place].filter((part) => part !== undefined).join(" ");
}
