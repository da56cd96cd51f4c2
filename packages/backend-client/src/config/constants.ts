/** Seconds between two looks at the remaining lifetime in a browser tab (auth-js: 30 s tick). */
export const REFRESH_CHECK_SECONDS = 30;

/** A refresh is due when this many checks or fewer fit into the remaining lifetime (auth-js: 3). */
export const REFRESH_THRESHOLD_CHECKS = 3;

/**
 * Longest cookie value, in characters as the browser counts them: the encoded value.
 * @see RFC 6265 §6.1: 4096 bytes for name, value and attributes together; ssr uses 3180 as well.
 */
export const CHUNK_CHARACTERS = 3180;

/**
 * Most chunks one session may take: 6,360 characters. Common proxies refuse a `Cookie` header above
 * 8 kB, and Node's own server all headers above 16 kB.
 */
export const MAX_CHUNKS = 2;

/** Seconds between realtime heartbeats (realtime-js: 25 s). */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/**
 * Seconds after an unanswered heartbeat at which a socket counts as dead (realtime-js: 25–50 s).
 */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Seconds a realtime join or push may take (realtime-js: 10 s). */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** Objects per page of a storage listing (storage-js: 100). */
export const STORAGE_LIST_PAGE = 100;

/**
 * Largest file, in bytes, that goes up in one request; larger ones are resumable (Supabase: 6 MiB).
 */
export const RESUMABLE_THRESHOLD_BYTES = 6 * 1024 * 1024;

/**
 * Seconds a session cookie lives by default: 400 days.
 * @see draft-ietf-httpbis-rfc6265bis §5.5: browsers cut longer lifetimes.
 */
export const SESSION_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/**
 * Milliseconds a call to the auth service may take on a server, all attempts together. Our choice:
 * a visitor waits for it. auth-js has no limit (measured at 2.119: 51 s for one page in an outage).
 */
export const AUTH_DEADLINE_MS = 3000;

/**
 * Milliseconds a flow may take, such as a sign-up: the service sends email while the caller waits,
 * and ends a request by itself after 10 s (its `MAX_REQUEST_DURATION`), so that its answer arrives.
 */
export const FLOW_DEADLINE_MS = 12_000;

/**
 * Milliseconds the app's own server may take over the session: the 3 s of the service and its own
 * way (ours).
 */
export const SESSION_DEADLINE_MS = 10_000;

/**
 * Longest `Retry-After` believed, in seconds: one bad header must not lock a tab for days (ours).
 */
export const RETRY_AFTER_MAX_SECONDS = 60;

/**
 * Milliseconds a read may take in all: attempts, waits and body (ours; a hosted statement: 8 s).
 */
export const READ_DEADLINE_MS = 10_000;

/**
 * Milliseconds a write to the database may take; hosted projects end a user's statement after 8 s.
 */
export const WRITE_DEADLINE_MS = 30_000;

/**
 * Milliseconds a call of a function may take unless told otherwise; hosted ones end after 150 s.
 */
export const FUNCTION_TIMEOUT_MS = 30_000;

/**
 * Milliseconds a settled refresh is handed to later callers (the service's reuse interval: 10 s).
 */
export const REFRESH_REUSE_MS = 10_000;

/**
 * Seconds of clock difference forgiven when `exp` and `nbf` are checked; `iat` is not. Our choice.
 * @see RFC 7519 §4.1.4: "no more than a few minutes"
 */
export const CLOCK_LEEWAY_SECONDS = 10;

/**
 * Milliseconds a key set is used before it is asked for again (Supabase's edge caches it 10 min).
 */
export const JWKS_FRESH_MS = 10 * 60_000;

/**
 * Milliseconds between two key set requests caused by an unknown key id (jose's `cooldownDuration`:
 * 30 s).
 */
export const JWKS_UNKNOWN_KID_MS = 30_000;

/**
 * Milliseconds an answer of the auth service about an HS256 token is believed: so long may a
 * revoked one count (ours).
 */
export const REMOTE_VERIFICATION_MS = 30_000;

/**
 * Verified tokens kept per project; the least recently used goes first. Ours: a few MB at 1–2 kB
 * each.
 */
export const VERIFIED_TOKENS_MAX = 2000;

/** Calls in a row that the auth service takes from one address (hosted: 30). */
export const SERVICE_BURST = 30;

/** Calls per minute that the auth service takes from one address (hosted: 30). */
export const SERVICE_PER_MINUTE = 30;

/** Calls to the auth service that one user's sessions may cause in a row (the service's MFA: 15). */
export const USER_BURST = 6;

/** Calls per minute that one user's sessions may cause (the service's MFA: 15). */
export const USER_PER_MINUTE = 6;

/** Calls that a refused refresh costs its client (ours: forged ones are always refused). */
export const REFUSED_REFRESH_CALLS = 5;

/** Addresses, and users, counted per project; full buckets go first. Ours, to bound memory. */
export const CLIENTS_MAX = 10_000;

/**
 * Seconds during which a page that was just sent through a refresh is not sent again (ours: the
 * reuse interval's).
 */
export const REFRESH_HOLD_SECONDS = 10;

/**
 * Session ids one tombstone cookie remembers. Ours: some 300 characters of the 4096 of a cookie.
 */
export const TOMBSTONE_MAX = 8;

/**
 * Shortest life of a tombstone in seconds: an access token's by default (Supabase `jwt_expiry`:
 * 3600).
 */
export const TOMBSTONE_MIN_SECONDS = 3600;

/**
 * Sessions that ended with a verified token, remembered per project; the oldest goes first. Ours,
 * to bound memory.
 */
export const ENDED_MAX = 10_000;

/** Count of refreshes under way or just settled, per project; more are refused. Ours. */
export const FLIGHTS_MAX = 1000;

/** Milliseconds until a refresh that the service refused is asked for again (ours). */
export const REFUSED_COOLDOWN_MS = 30_000;

/** Milliseconds until a session is refreshed again whose fresh token a wrong clock made useless (ours). */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/** Sessions remembered per project that are not refreshed for a while. Ours, to bound memory. */
export const COOLDOWNS_MAX = 1000;

/** Count of endpoints and visitors per project that the service wants left alone. Ours. */
export const HOLDS_MAX = 1000;

/**
 * Cookie that holds the session; chunks append `.0` and `.1`. The option `cookiePrefix` replaces
 * `sb` in all names below, and https without `cookieDomain` puts `__Host-` in front of all but the
 * two hints.
 */
export const SESSION_COOKIE = "sb-session";

/** Hint for a Next matcher, which is a literal: there is a session. */
export const PRESENT_COOKIE = "sb-present";

/** Hint for a Next matcher: no refresh is due yet. */
export const FRESH_COOKIE = "sb-fresh";

/** Largest count of removed cookies in one response: proxies refuse response headers above 4 to 8 kB. */
export const REMOVALS_MAX = 20;

/** Days after an upgrade on which old cookies are still read, without `until`. */
export const MIGRATION_DAYS = 60;

/** Most days for which old cookies may be read: the life of a cookie. */
export const MIGRATION_MAX_DAYS = 400;

/** Cookie that names the sessions signed out in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Cookie that keeps a page from being sent through a refresh twice in a row. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key, and so cookie prefix, of what auth-js keeps between two steps (PKCE verifiers). */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header in which the proxy tells a page its own address (path and query). */
export const PATH_HEADER = "x-backend-path";

/** Address of the local backend, used when no configuration is given. */
export const LOCAL_URL = "http://127.0.0.1:54321";

/**
 * Publishable key of the local backend: a documented string, it carries the anonymous role only.
 */
export const LOCAL_ANON_KEY = "sb_publishable_local";
