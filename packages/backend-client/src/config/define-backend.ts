import { LOCAL_ANON_KEY, LOCAL_URL } from "./constants.js";
import { defaultRuntime, type Runtime } from "./runtime.js";

/** Options of {@link defineBackend}. */
export interface BackendOptions {
  /** Address of the Supabase project, such as `https://ref.supabase.co`. Default: local backend. */
  url?: string | undefined;
  /** Public key: publishable (`sb_publishable_…`) or the legacy anonymous JWT. */
  anonKey?: string | undefined;
  /** Issuer in access tokens. Default: `<url>/auth/v1`. */
  issuer?: string | undefined;
  /** Audience in access tokens. Default: `authenticated`. */
  audience?: string | undefined;
  /** Clock, fetch, random, timers and lock, for tests and unusual platforms. */
  runtime?: Partial<Runtime> | undefined;
}

/** Stands for a project whose types were not generated; upstream's own default. */
// biome-ignore lint/suspicious/noExplicitAny: an untyped project answers any table
export type UntypedDatabase = any;

/**
 * A Supabase project that the SDK talks to; made by {@link defineBackend}.
 * @typeParam Database the generated `Database` type of the project
 */
export interface Backend<Database = UntypedDatabase> {
  /** Origin and path of the project, without a trailing slash. */
  readonly url: string;
  readonly anonKey: string;
  readonly issuer: string;
  readonly audience: string;
  readonly runtime: Runtime;
  /** Carries the type only; never set. */
  readonly __database?: Database;
}

function refuse(sentence: string): never {
  throw new TypeError(`defineBackend: ${sentence}`);
}

/** Decodes the role of a JWT-shaped key without trusting it; null when it is none. */
function roleOf(key: string): string | null {
  const payload = key.split(".")[1];
  if (!key.startsWith("eyJ") || payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return typeof claims === "object" && claims !== null && "role" in claims
      ? String(claims.role)
      : null;
  } catch {
    return null;
  }
}

function parseUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return refuse("url is not an address; give it as https://ref.supabase.co.");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    refuse("url must begin with https:// or http://.");
  }
  if (parsed.username !== "" || parsed.password !== "") refuse("url must not hold a password.");
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

function parseKey(anonKey: string): string {
  if (anonKey.startsWith("sb_secret_") || roleOf(anonKey) === "service_role") {
    refuse("anonKey is a secret key; give the publishable or anonymous one.");
  }
  if (anonKey === "" || /\s/.test(anonKey)) refuse("anonKey is empty or contains spaces.");
  return anonKey;
}

/**
 * Names the Supabase project once, for server and browser alike. Reads no environment, opens
 * nothing. Without `url` and `anonKey` it means the local backend.
 * @throws TypeError with one sentence when a value is malformed, half given, or a secret key
 * @example
 * export const backend = defineBackend<Database>({ url, anonKey });
 */
export function defineBackend<Database = UntypedDatabase>(
  options: BackendOptions = {},
): Backend<Database> {
  if ((options.url === undefined) !== (options.anonKey === undefined)) {
    refuse(`${options.url === undefined ? "url" : "anonKey"} is missing; give both or neither.`);
  }
  const url = parseUrl(options.url ?? LOCAL_URL);
  return {
    url,
    anonKey: parseKey(options.anonKey ?? LOCAL_ANON_KEY),
    issuer: options.issuer ?? `${url}/auth/v1`,
    audience: options.audience ?? "authenticated",
    runtime: { ...defaultRuntime, ...options.runtime },
  };
}
