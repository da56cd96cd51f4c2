import { LOCAL_ANON_KEY, LOCAL_URL } from "./constants.js";
import { parseKey, parseUrl, refuse } from "./project.js";
import { defaultRuntime, type Runtime } from "./runtime.js";

/** Options of {@link defineBackend}. */
export interface BackendOptions {
  /** Address of the Supabase project, such as `https://ref.supabase.co`. Default: local backend. */
  url?: string | undefined;
  /** Publishable key (`sb_publishable_…`) or legacy anonymous JWT. Default: local backend. */
  anonKey?: string | undefined;
  /** Issuer in access tokens. Default: `<url>/auth/v1`. */
  issuer?: string | undefined;
  /**
   * All issuers that access tokens may name, the current one first, while the project changes its
   * domain. Set this or `issuer`. Default: `issuer` alone.
   * @example
   * defineBackend({ url, anonKey, issuers: [`${url}/auth/v1`, "https://ref.supabase.co/auth/v1"] });
   */
  issuers?: readonly string[] | undefined;
  /** Audience in access tokens. Default: `authenticated`. */
  audience?: string | undefined;
  /** Clock, fetch, random, timers and lock, to replace in tests. Default: the platform's. */
  runtime?: Partial<Runtime> | undefined;
}

/** The database type of a project without generated types, as in postgrest-js. */
// biome-ignore lint/suspicious/noExplicitAny: an untyped project answers any table
export type UntypedDatabase = any;

/** The added claims of a project whose hooks add none. */
export type NoClaims = Record<never, never>;

/**
 * A Supabase project, created by {@link defineBackend}.
 * @typeParam Database the generated `Database` type of the project
 * @typeParam Claims the claims that a hook of the project adds to access tokens
 */
export interface Backend<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /** Origin and path of the project, without a trailing slash. */
  readonly url: string;
  /** The public key, sent with every call. */
  readonly anonKey: string;
  /** The issuer that access tokens must name. */
  readonly issuer: string;
  /** All accepted issuers, `issuer` first. A session of any other issuer is ignored. */
  readonly issuers: readonly string[];
  /** The audience that access tokens must name. */
  readonly audience: string;
  /** Clock, fetch, random, timers and lock. */
  readonly runtime: Runtime;
  /** Carries the type only. Never set. */
  readonly __database?: Database;
  /** Carries the type only. Never set. */
  readonly __claims?: Claims;
}

/**
 * Defines the Supabase project for server and browser. Reads no environment and opens no
 * connection. Without `url` and `anonKey` it is the local backend.
 * @throws TypeError with one sentence if a value is malformed, half given, or a secret key
 * @example
 * export const backend = defineBackend<Database>({ url, anonKey });
 * @example
 * const withRoles = defineBackend<Database, { app_role: "owner" | "staff" }>({ url, anonKey });
 */
export function defineBackend<Database = UntypedDatabase, Claims extends object = NoClaims>(
  options: BackendOptions = {},
): Backend<Database, Claims> {
  if ((options.url === undefined) !== (options.anonKey === undefined)) {
    refuse(options.url === undefined ? "url" : "anonKey", "is missing; give both or neither");
  }
  const url = parseUrl(options.url ?? LOCAL_URL, "url");
  const { issuer: only, issuers = [only ?? `${url}/auth/v1`] } = options;
  const [issuer] = issuers;
  if (issuer === undefined) refuse("issuers", "must name at least one issuer");
  if (only !== undefined && only !== issuer) refuse("issuers", "must begin with issuer");
  return {
    url,
    anonKey: parseKey(options.anonKey ?? LOCAL_ANON_KEY, "anonKey"),
    issuer,
    issuers,
    audience: options.audience ?? "authenticated",
    runtime: { ...defaultRuntime, ...options.runtime },
  };
}
