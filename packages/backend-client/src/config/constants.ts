/** Seconds between two checks of the remaining lifetime in a browser tab (auth-js: 30 s tick). */
export const REFRESH_CHECK_SECONDS = 30;

/** A refresh is due if at most this many checks fit into the remaining lifetime (auth-js: 3). */
export const REFRESH_THRESHOLD_CHECKS = 3;

/**
 * Longest cookie value in characters, after encoding.
 * @see RFC 6265 §6.1: 4096 bytes for name, value and attributes together; ssr uses 3180 as well.
 */
export const CHUNK_CHARACTERS = 3180;

/**
 * Largest count of chunks per session: 6,360 characters. Common proxies refuse a `Cookie` header
 * above 8 kB. Node's own server refuses headers above 16 kB in total.
 */
export const MAX_CHUNKS = 2;

/** Seconds between realtime heartbeats (realtime-js: 25 s). */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/** Seconds after an unanswered heartbeat until a socket counts as dead (realtime-js: 25–50 s). */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Time limit of a realtime join or push in seconds (realtime-js: 10 s). */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** Objects per page of a storage listing (storage-js: 100). */
export const STORAGE_LIST_PAGE = 100;

/**
 * Largest file in bytes that is uploaded in one request. Larger ones are resumable (Supabase: 6
 * MiB).
 */
export const RESUMABLE_THRESHOLD_BYTES = 6 * 1024 * 1024;

/**
 * Default lifetime of a session cookie in seconds: 400 days.
 * @see draft-ietf-httpbis-rfc6265bis §5.5: browsers cut longer lifetimes.
 */
export const SESSION_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/**
 * Time limit in milliseconds of a server's call to the auth service, with all attempts. Our choice,
 * because a visitor waits for it. auth-js has no limit (measured at 2.119: 51 s for one page in an
 * outage).
 */
export const AUTH_DEADLINE_MS = 3000;

/**
 * Time limit of a flow in milliseconds, such as a sign-up. The service sends email while the caller
 * waits. It ends a request after 10 s (its `MAX_REQUEST_DURATION`), so its response arrives in
 * time.
 */
export const FLOW_DEADLINE_MS = 12_000;

/**
 * Time limit in milliseconds of a session request to the app's own server: 3 s for the service, the
 * rest for the network (ours).
 */
export const SESSION_DEADLINE_MS = 10_000;

/**
 * Longest `Retry-After` in seconds that is accepted, because one bad header must not lock a tab for
 * days (ours).
 */
export const RETRY_AFTER_MAX_SECONDS = 60;

/**
 * Time limit of a read in milliseconds: attempts, waits and body (ours; a hosted statement: 8 s).
 */
export const READ_DEADLINE_MS = 10_000;

/**
 * Time limit of a database write in milliseconds. Hosted projects end a user's statement after 8 s.
 */
export const WRITE_DEADLINE_MS = 30_000;

/** Default time limit of a function call in milliseconds. Hosted functions end after 150 s. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** Milliseconds for which a settled refresh is reused (the service's reuse interval: 10 s). */
export const REFRESH_REUSE_MS = 10_000;

/**
 * Seconds of clock difference that are tolerated in `exp` and `nbf`. `iat` is not checked. Our
 * choice.
 * @see RFC 7519 §4.1.4: "no more than a few minutes"
 */
export const CLOCK_LEEWAY_SECONDS = 10;

/** Milliseconds before a key set is fetched again (Supabase's edge caches it 10 min). */
export const JWKS_FRESH_MS = 10 * 60_000;

/** Milliseconds between two key fetches for unknown key ids (jose's `cooldownDuration`: 30 s). */
export const JWKS_UNKNOWN_KID_MS = 30_000;

/**
 * Milliseconds for which the auth service's answer about an HS256 token is reused. A revoked token
 * may count for that long (ours).
 */
export const REMOTE_VERIFICATION_MS = 30_000;

/**
 * Count of verified tokens cached per project. The least recently used goes first. Ours: a few MB
 * at 1–2 kB each.
 */
export const VERIFIED_TOKENS_MAX = 2000;

/** Calls in a row that the auth service accepts from one address (hosted: 30). */
export const SERVICE_BURST = 30;

/** Calls per minute that the auth service accepts from one address (hosted: 30). */
export const SERVICE_PER_MINUTE = 30;

/** Calls to the auth service that one user's sessions may cause in a row (the service's MFA: 15). */
export const USER_BURST = 6;

/** Calls per minute that one user's sessions may cause (the service's MFA: 15). */
export const USER_PER_MINUTE = 6;

/** Calls that a refused refresh costs its client (ours, because forged ones are always refused). */
export const REFUSED_REFRESH_CALLS = 5;

/**
 * Count of addresses, and of users, tracked per project. Full buckets go first. Ours, to bound
 * memory.
 */
export const CLIENTS_MAX = 10_000;

/**
 * Seconds after a refresh during which a page is not sent through another one (ours: same as the
 * reuse interval).
 */
export const REFRESH_HOLD_SECONDS = 10;

/** Session ids that one tombstone cookie holds. Ours: about 300 characters of a cookie's 4096. */
export const TOMBSTONE_MAX = 8;

/**
 * Shortest lifetime of a tombstone in seconds: the default of an access token (Supabase
 * `jwt_expiry`: 3600).
 */
export const TOMBSTONE_MIN_SECONDS = 3600;

/**
 * Count of ended, verified sessions remembered per project. The oldest goes first. Ours, to bound
 * memory.
 */
export const ENDED_MAX = 10_000;

/** Count of refreshes per project that are in flight or just settled. More are refused. Ours. */
export const FLIGHTS_MAX = 1000;

/** Milliseconds before a refused refresh is tried again (ours). */
export const REFUSED_COOLDOWN_MS = 30_000;

/**
 * Milliseconds before a session is refreshed again whose new token was unusable because of a wrong
 * clock (ours).
 */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/** Count of sessions per project with a paused refresh. Ours, to bound memory. */
export const COOLDOWNS_MAX = 1000;

/** Count of endpoints and visitors per project that the service asked to pause. Ours. */
export const HOLDS_MAX = 1000;

/**
 * Name of the session cookie. Chunks append `.0` and `.1`. The option `cookiePrefix` replaces `sb`
 * in all names below. https without `cookieDomain` adds `__Host-` to all but the two hints.
 */
export const SESSION_COOKIE = "sb-session";

/** Hint for a Next matcher, which is a literal: there is a session. */
export const PRESENT_COOKIE = "sb-present";

/** Hint for a Next matcher: no refresh is due yet. */
export const FRESH_COOKIE = "sb-fresh";

/**
 * Largest count of cookies removed in one response, because proxies refuse response headers above 4
 * to 8 kB.
 */
export const REMOVALS_MAX = 20;

/** Days after an upgrade in which old cookies are read, without `until`. */
export const MIGRATION_DAYS = 60;

/** Largest number of days in which old cookies may be read: the lifetime of a cookie. */
export const MIGRATION_MAX_DAYS = 400;

/** Cookie with the sessions that were signed out in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Cookie that keeps a page from being sent through a refresh twice in a row. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key, and so cookie prefix, of auth-js's data between two steps (PKCE verifiers). */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header with which the proxy passes a page its own address (path and query). */
export const PATH_HEADER = "x-backend-path";

/** Address of the local backend, used without any configuration. */
export const LOCAL_URL = "http://127.0.0.1:54321";

/** Publishable key of the local backend. It is documented and gives the anonymous role only. */
export const LOCAL_ANON_KEY = "sb_publishable_local";
