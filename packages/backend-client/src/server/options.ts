import { SESSION_COOKIE_SECONDS } from "../config/constants.js";
import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { Logger } from "../config/logger.js";
import type { Telemetry } from "../config/telemetry.js";
import { createNames, type NamePair } from "../cookies/names.js";
import type { SessionHooks } from "./hooks.js";
import { type LimitOptions, type LimitSettings, parseLimits } from "./limit-options.js";
import { type MigrateOptions, type Migration, parseMigration } from "./migration.js";
import { type PageOptions, type PageSettings, parsePages } from "./pages/page-options.js";

/** Options of `createSessionServer`. */
export interface SessionServerOptions<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends LimitOptions,
    PageOptions {
  /** Path of the handlers, inside `appPath`. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Path under which the site serves the app, such as `/docs`; in Next, `basePath` of next.config.
   * Write the other path options without this prefix. Default: none.
   */
  appPath?: string | undefined;
  /**
   * The site's own origin, such as `https://app.example.com`. Default: the origin of each request.
   */
  origin?: string | undefined;
  /** Path of the sign-in page. Default `/sign-in`. */
  signInPath?: string | undefined;
  /** Lifetime of the session cookies in seconds, at least 60. Default and maximum: 400 days. */
  cookieSeconds?: number | undefined;
  /** Parent domain whose hosts share the session. Default: none. */
  cookieDomain?: string | undefined;
  /**
   * Prefix of all cookie names. Two apps or projects on one host need different prefixes, because a
   * sign-in to one would overwrite the session of the other. The matcher of Next's proxy must use
   * the same prefix. Default: `sb`.
   */
  cookiePrefix?: string | undefined;
  /**
   * Keeps users signed in when an app upgrades from an earlier version or from `@supabase/ssr`.
   * Default: on https, the server reads no old cookies.
   * @example
   * createSessionServer(backend, {
   *   migrate: { upgradedOn: "2026-12-01", from: ["ssr"], bridge: true },
   * });
   */
  migrate?: MigrateOptions | undefined;
  /** If true, cookies have the attribute `Secure`. Default: true if the request used https. */
  secureCookies?: boolean | undefined;
  /**
   * The project's HS256 secret of at least 32 bytes, for a project without asymmetric keys. Never
   * give it to a browser. Default: the auth service verifies each HS256 token, and the server
   * reuses the result for 30 s.
   */
  jwtSecret?: string | undefined;
  /**
   * Receives the server's log entries. `false` turns the log off. Default: `console.warn` for
   * `warn` and higher levels, at most one line per code and minute.
   * @example
   * createSessionServer(backend, { logger: (entry) => console.error(JSON.stringify(entry)) });
   */
  logger?: Logger | false | undefined;
  /** Functions that the server calls, such as `allowSignIn`. Default: none. */
  hooks?: SessionHooks<Database, Claims> | undefined;
  /** If true, the hook `signedIn` receives the tokens of the OAuth provider. Default: false. */
  providerTokens?: boolean | undefined;
  /** Receives measurements, for example `openTelemetry()` from `./otel`. Default: none. */
  telemetry?: Telemetry | undefined;
}

export interface ServerSettings extends LimitSettings {
  basePath: string;
  appPath: string;
  origin: string | undefined;
  signInPath: string;
  cookieSeconds: number;
  cookieDomain: string | undefined;
  cookieNames: NamePair;
  migration: Migration | null;
  secureCookies: boolean | undefined;
  jwtSecret: string | undefined;
  logger: Logger | false | undefined;
  pages: PageSettings;
  hooks: SessionHooks;
  providerTokens: boolean;
  telemetry: Telemetry | undefined;
}

/** Other names are refused, because a misspelled `allowSignIn` would let every user sign in. */
const HOOKS: readonly string[] = [
  "allowSignIn",
  "signedIn",
  "refreshed",
  "refused",
  "signedOut",
  "serviceFault",
] satisfies (keyof SessionHooks)[];

function refuse(sentence: string): never {
  throw new TypeError(`createSessionServer: ${sentence}`);
}

const COOKIE_SECONDS_MIN = 60;
/** @see RFC 7518 §3.2 */
const JWT_SECRET_MIN_BYTES = 32;
/** Requires at least two labels, because browsers refuse a cookie for a whole top-level domain. */
const HOST_NAME = /^(?!\d+(\.\d+){3}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{1,63}$/i;

function isPath(value: unknown): boolean {
  return typeof value === "string" && /^\/[^/?#\\]/.test(value);
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

function byteLength(text: unknown): number {
  return typeof text === "string" ? new TextEncoder().encode(text).length : 0;
}

export function parseOptions(options: SessionServerOptions): ServerSettings {
  const { basePath = "/auth", signInPath = "/sign-in", origin } = options;
  if (!isPath(basePath) || basePath.endsWith("/")) {
    refuse("basePath must be a path such as /auth.");
  }
  const { appPath = "" } = options;
  if (appPath !== "" && (!isPath(appPath) || appPath.endsWith("/"))) {
    refuse("appPath must be a path such as /docs.");
  }
  // The sign-in page may be the front page, which `isPath` refuses.
  if (signInPath !== "/" && !isPath(signInPath)) {
    refuse("signInPath must be a path such as /sign-in.");
  }
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin)) {
    refuse("origin must look like https://app.example.com.");
  }
  const { cookieSeconds = SESSION_COOKIE_SECONDS, cookieDomain, secureCookies } = options;
  if (!isWithin(cookieSeconds, COOKIE_SECONDS_MIN, SESSION_COOKIE_SECONDS)) {
    refuse(`cookieSeconds must be between ${COOKIE_SECONDS_MIN} and ${SESSION_COOKIE_SECONDS}.`);
  }
  if (cookieDomain !== undefined && !HOST_NAME.test(cookieDomain)) {
    refuse("cookieDomain must be a host name such as example.com.");
  }
  if (secureCookies !== undefined && typeof secureCookies !== "boolean") {
    refuse("secureCookies must be true or false.");
  }
  const { jwtSecret } = options;
  if (jwtSecret !== undefined && byteLength(jwtSecret) < JWT_SECRET_MIN_BYTES) {
    refuse(`jwtSecret must be at least ${JWT_SECRET_MIN_BYTES} bytes long.`);
  }
  const { logger } = options;
  if (logger !== undefined && logger !== false && typeof logger !== "function") {
    refuse("logger must be a function or false.");
  }
  const { hooks = {}, providerTokens = false, telemetry } = options;
  for (const [name, hook] of Object.entries(hooks)) {
    if (!HOOKS.includes(name)) refuse(`hooks.${name} is not a hook of the SDK.`);
    if (hook !== undefined && typeof hook !== "function")
      refuse(`hooks.${name} must be a function.`);
  }
  if (typeof providerTokens !== "boolean") refuse("providerTokens must be true or false.");
  const { cookiePrefix, migrate } = options;
  if (cookiePrefix !== undefined && !/^[a-z][a-z0-9_-]{0,31}$/i.test(cookiePrefix)) {
    refuse(
      "cookiePrefix must be 1 to 32 letters, digits, - or _, and begin with a letter, such as shop.",
    );
  }
  const cookieNames = createNames(cookiePrefix);
  return {
    basePath,
    appPath,
    signInPath,
    origin,
    cookieSeconds,
    cookieDomain,
    cookieNames,
    migration: migrate ? parseMigration(migrate, cookieNames, refuse) : null,
    secureCookies,
    jwtSecret,
    ...parseLimits(options, refuse),
    logger,
    pages: parsePages(options, refuse),
    hooks,
    providerTokens,
    telemetry,
  };
}
