import { LOCAL_ANON_KEY, LOCAL_URL } from "./constants.js";
import { isPlainHttp } from "./hosts.js";
import { chooseLocal, refuseMissing } from "./local-choice.js";
import { parseKey, parseUrl, refuse } from "./project.js";
import { defaultRuntime, type Runtime } from "./runtime.js";

/** Options of {@link defineBackend}. */
export interface BackendOptions {
  /** URL of the Supabase project, such as `https://ref.supabase.co`. Default: local backend. */
  url?: string | undefined;
  /** Publishable key (`sb_publishable_…`) or legacy anonymous JWT. Default: local backend. */
  anonKey?: string | undefined;
  /** Issuer in access tokens. Default: `<url>/auth/v1`. */
  issuer?: string | undefined;
  /**
   * All issuers that access tokens may name, the current issuer first. For a project that changes
   * its domain. Set either `issuers` or `issuer`. Default: `issuer` alone.
   * @example
   * defineBackend({ url, anonKey, issuers: [`${url}/auth/v1`, "https://ref.supabase.co/auth/v1"]
   * });
   */
  issuers?: readonly string[] | undefined;
  /** Audience in access tokens. Default: `authenticated`. */
  audience?: string | undefined;
  /** Label of this project in log entries and spans. Default: none. */
  name?: string | undefined;
  /**
   * If true and `url` and `anonKey` are missing, the app uses the local backend in production too.
   * Default: false.
   */
  local?: boolean | undefined;
  /**
   * If true, `url` may be a public `http:` host. Anyone on the network can then read tokens.
   * Default: false.
   */
  allowHttp?: boolean | undefined;
  /**
   * Clock, fetch, random bytes, timers and lock. Default: the APIs of the platform, without a lock.
   */
  runtime?: Partial<Runtime> | undefined;
}

/** The database type of a project without generated types, as in postgrest-js. */
// biome-ignore lint/suspicious/noExplicitAny: an untyped project has any table
export type UntypedDatabase = any;

/** The type of the added claims if the project has no hook that adds claims to access tokens. */
export type NoClaims = Record<never, never>;

/**
 * A Supabase project.
 * @typeParam Database the generated `Database` type of the project
 * @typeParam Claims the claims that a hook of the project adds to access tokens
 */
export interface Backend<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /** Origin and path of the project, without a trailing slash. */
  readonly url: string;
  /** The public key. A service client sends its secret key instead. */
  readonly anonKey: string;
  /** The project's current issuer, the first entry of `issuers`. */
  readonly issuer: string;
  /** All issuers that access tokens may name. The SDK ignores sessions of other issuers. */
  readonly issuers: readonly string[];
  /** The audience that access tokens must name. */
  readonly audience: string;
  /** Label of this project in log entries and spans. */
  readonly name: string | undefined;
  /** Clock, fetch, random bytes, timers and lock. */
  readonly runtime: Runtime;
  /** Only carries the type. Never set. */
  readonly __database?: Database;
  /** Only carries the type. Never set. */
  readonly __claims?: Claims;
}

/**
 * Creates a backend without the checks of `defineBackend` for production and `http:`.
 * `BackendProvider` calls `createBackend`, because the server has already made these checks.
 * @internal
 */
export function createBackend<Database = UntypedDatabase, Claims extends object = NoClaims>(
  options: BackendOptions & { url: string; anonKey: string },
): Backend<Database, Claims> {
  const url = parseUrl(options.url, "url");
  const { issuer: only, issuers = [only ?? `${url}/auth/v1`] } = options;
  const [issuer] = issuers;
  if (issuer === undefined) refuse("issuers", "must name at least one issuer");
  if (only !== undefined && only !== issuer)
    refuse("issuers", "must have issuer as its first entry");
  return {
    url,
    anonKey: parseKey(options.anonKey, "anonKey"),
    issuer,
    issuers,
    audience: options.audience ?? "authenticated",
    name: options.name,
    runtime: { ...defaultRuntime, ...options.runtime },
  };
}

/**
 * Defines the Supabase project for server and browser. Opens no connection. Without `url` and
 * `anonKey`, the project is the local backend. In production (`NODE_ENV`), the app must choose the
 * local backend with `local` or `SUPABASE_LOCAL=1`. Otherwise, `defineBackend` throws. During a
 * Next build (`NEXT_PHASE`), only reading `url` throws.
 * @throws TypeError with one sentence if a value is missing or malformed, if only one of `url` and
 * `anonKey` is given, if both are missing in production and the app did not choose the local
 * backend, if the key is secret, if `url` is a public `http:` address without `allowHttp`, or if
 * `issuers` does not start with `issuer`
 * @example
 * export const backend = defineBackend<Database>({ url, anonKey });
 * @example
 * const withRoles = defineBackend<Database, { app_role: "owner" | "staff" }>({ url, anonKey });
 */
export function defineBackend<Database = UntypedDatabase, Claims extends object = NoClaims>(
  options: BackendOptions = {},
): Backend<Database, Claims> {
  const { url, anonKey } = options;
  if (url === undefined && anonKey === undefined) {
    const choice = options.local ? "chosen" : chooseLocal();
    const local = { ...options, url: LOCAL_URL, anonKey: LOCAL_ANON_KEY };
    const backend = createBackend<Database, Claims>(local);
    // Throw only when code reads `url`, so that a Next build that does not use the backend
    // succeeds.
    return choice === "later"
      ? Object.defineProperty(backend, "url", { get: refuseMissing })
      : backend;
  }
  if (url === undefined || anonKey === undefined) {
    return refuse(url === undefined ? "url" : "anonKey", "is missing; pass both or neither");
  }
  const backend = createBackend<Database, Claims>({ ...options, url, anonKey });
  if (!options.allowHttp && isPlainHttp(backend.url)) {
    refuse("url", "must begin with https://, unless allowHttp is true");
  }
  return backend;
}
