/**
 * Pause between two checks of the session in a tab (auth-js: 30 s). It is shorter for tokens that
 * live less than 6 min.
 */
export const REFRESH_CHECK_SECONDS = 30;

/** A refresh is due when at most this many full pauses remain before expiry (auth-js: 3). */
export const REFRESH_THRESHOLD_CHECKS = 3;

/** Maximum value length of one session cookie (RFC 6265 §6.1: 4096 bytes with attributes). */
export const CHUNK_CHARACTERS = 3180;

/** Maximum cookies of one session. Common proxies refuse a `Cookie` header above 8 kB. */
export const MAX_CHUNKS = 2;

/** Pause between two heartbeats of a realtime connection, as in realtime-js. */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/**
 * The client closes a connection that does not reply to a heartbeat within this time. realtime-js
 * waits 25 to 50 s.
 */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Deadline of a join or push, as in realtime-js. */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** Number of objects in one page of a file list, as in storage-js. */
export const STORAGE_LIST_PAGE = 100;

/** Browsers upload files that are larger than this in resumable parts, as Supabase recommends. */
export const RESUMABLE_THRESHOLD_BYTES = 6_291_456;

/** Default and maximum lifetime of session cookies (draft-ietf-httpbis-rfc6265bis §5.5). */
export const SESSION_COOKIE_SECONDS = 34_560_000;

/**
 * Total time that one request may spend on calls to the auth service for its session. It is short,
 * because a visitor waits for the response. auth-js 2.119 waits 51 s in an outage.
 */
export const AUTH_DEADLINE_MS = 3000;

/** Deadline of an auth flow. The service stops after 10 s (its `MAX_REQUEST_DURATION`). */
export const FLOW_DEADLINE_MS = 12_000;

/** Deadline of the hook `allowSignIn`. It is short, because a visitor waits for the response. */
export const HOOK_DEADLINE_MS = 2000;

/**
 * Deadline of a tab's call to the session handler: 3 s for the auth service, 7 s for the network.
 */
export const SESSION_DEADLINE_MS = 10_000;

/** Upper limit for a `Retry-After`, because a wrong header must not pause calls for days. */
export const RETRY_AFTER_MAX_SECONDS = 60;

/**
 * Deadline of a database read, including its retries and the response body. Hosted projects cancel
 * a user's statement after 8 s. The deadline is longer, so the client receives that error.
 */
export const READ_DEADLINE_MS = 10_000;

/**
 * Deadline of a database write, after which the client gives up although the write may still
 * succeed. Hosted projects cancel a user's statement after 8 s.
 */
export const WRITE_DEADLINE_MS = 30_000;

/** Default deadline of an Edge Function. Hosted functions may take up to 150 s. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** Requests reuse the result of a refresh for this long (the service's reuse interval: 10 s). */
export const REFRESH_REUSE_MS = 10_000;

/** Tolerated clock difference for `exp` and `nbf` (RFC 7519 §4.1.4: "a few minutes"). */
export const CLOCK_LEEWAY_SECONDS = 10;

/** The server caches the project's keys for this long, as Supabase's edge does. */
export const JWKS_FRESH_MS = 600_000;

/** Pause between two key fetches for unknown key ids (jose's `cooldownDuration`: 30 s). */
export const JWKS_UNKNOWN_KID_MS = 30_000;

/**
 * The server reuses the service's response about an HS256 token for this long. A revoked token may
 * stay valid for this time.
 */
export const REMOTE_VERIFICATION_MS = 30_000;

/** Maximum number of verified tokens in memory per project: a few MB at 1–2 kB each. */
export const VERIFIED_TOKENS_MAX = 2000;

/**
 * Largest burst of calls to the auth service for all visitors together. The hosted service accepts
 * 30 from one IP address.
 */
export const SERVICE_BURST = 30;

/** Calls per minute to the auth service for all visitors together. */
export const SERVICE_PER_MINUTE = 30;

/** Largest burst of calls to the auth service for one user. */
export const USER_BURST = 6;

/** Calls per minute to the auth service for one user (the service's default for MFA: 15). */
export const USER_PER_MINUTE = 6;

/**
 * A refused refresh or HS256 verification counts as this many calls of its IP address, to limit
 * forged tokens.
 */
export const REFUSED_REFRESH_CALLS = 5;

/**
 * Maximum number of IP addresses, and of users, in memory for each rate limit of a project. To make
 * room, the SDK drops the entries with the most calls left, but never one that refuses calls.
 */
export const CLIENTS_MAX = 10_000;

/** After a refresh, a page does not redirect to another refresh for this long. */
export const REFRESH_HOLD_SECONDS = 10;

/**
 * Maximum number of ended sessions in a browser's cookie. They take about 300 of 4096 characters.
 */
export const TOMBSTONE_MAX = 8;

/** A browser remembers an ended session at least this long (Supabase's default `jwt_expiry`). */
export const TOMBSTONE_MIN_SECONDS = 3600;

/** Maximum number of ended sessions in memory per project. The oldest is dropped first. */
export const ENDED_MAX = 10_000;

/** Maximum number of refreshes in flight or just finished, per project. */
export const FLIGHTS_MAX = 1000;

/** The server does not send a refused refresh token again for this long. */
export const REFUSED_COOLDOWN_MS = 30_000;

/** Pause after a refresh whose new token is unusable because one of the clocks is wrong. */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/** Maximum number of paused refresh tokens in memory per project. */
export const COOLDOWNS_MAX = 1000;

/**
 * Maximum number of paused endpoints in memory per project. If the server forwards addresses, the
 * pauses of each visitor's address count separately.
 */
export const HOLDS_MAX = 1000;

/**
 * Name of the session cookie. If the session needs two cookies, their names end with `.0` and `.1`.
 * The option `cookiePrefix` replaces `sb` in all names. On https without `cookieDomain`, all names
 * except for `sb-present` and `sb-fresh` start with `__Host-`.
 */
export const SESSION_COOKIE = "sb-session";

/** Name of a cookie that exists while there is a session, for the matcher of Next's proxy. */
export const PRESENT_COOKIE = "sb-present";

/** Name of a cookie that exists until a refresh is due, for the matcher of Next's proxy. */
export const FRESH_COOKIE = "sb-fresh";

/** Maximum cookie removals in one response. Proxies refuse response headers above 4 to 8 kB. */
export const REMOVALS_MAX = 20;

/**
 * During a migration, the server reads the old cookies for this long, unless the app sets `until`.
 */
export const MIGRATION_DAYS = 60;

/** Maximum number of days for which a server can read old cookies. */
export const MIGRATION_MAX_DAYS = 400;

/** Name of a cookie that records whether the server also wrote the cookie of `@supabase/ssr`. */
export const BRIDGE_COOKIE = "sb-bridge";

/** Name of the cookie with the list of sessions that ended in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Name of the cookie that keeps a page from redirecting to a refresh twice in a row. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key of auth-js. The names of cookies with PKCE verifiers start with it. */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header with the path and query of a page. The proxy sets it for the page. */
export const PATH_HEADER = "x-backend-path";

/** URL of the local backend. */
export const LOCAL_URL = "http://127.0.0.1:54321";

/** Key of the local backend. The key is public and gives only the anonymous role. */
export const LOCAL_ANON_KEY = "sb_publishable_local";
