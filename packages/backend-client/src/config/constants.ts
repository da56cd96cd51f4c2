/**
 * Interval between two checks of the session in a tab (auth-js: 30 s). Tokens that live less than 6
 * min have a shorter interval.
 */
export const REFRESH_CHECK_SECONDS = 30;

/**
 * A refresh is due when at most this many whole check intervals remain before the token expires
 * (auth-js: 3).
 */
export const REFRESH_THRESHOLD_CHECKS = 3;

/**
 * Maximum length of the value of one session cookie. RFC 6265 §6.1 limits a cookie with its
 * attributes to 4096 bytes.
 */
export const CHUNK_CHARACTERS = 3180;

/** Maximum number of cookies of one session. Common proxies refuse a `Cookie` header above 8 kB. */
export const MAX_CHUNKS = 2;

/** Interval between heartbeats of a realtime connection, as in realtime-js. */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/**
 * The client closes a connection that does not reply to a heartbeat within this time. realtime-js
 * needs 25 to 50 s to do so.
 */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Deadline of a join or push, as in realtime-js. */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** Number of objects in one page of a file list, as in storage-js. */
export const STORAGE_LIST_PAGE = 100;

/** Browsers upload larger files than this in resumable parts, as Supabase recommends. */
export const RESUMABLE_THRESHOLD_BYTES = 6_291_456;

/** Default and maximum lifetime of session cookies (draft-ietf-httpbis-rfc6265bis §5.5). */
export const SESSION_COOKIE_SECONDS = 34_560_000;

/**
 * Total time for the calls to the auth service that resolve the session of one request. A visitor
 * waits for the response. auth-js 2.119 waits 51 s in an outage.
 */
export const AUTH_DEADLINE_MS = 3000;

/**
 * Deadline of a call that signs a user in or changes a user. The service stops after 10 s (its
 * `MAX_REQUEST_DURATION`).
 */
export const FLOW_DEADLINE_MS = 12_000;

/** Deadline of the hook `allowSignIn`. A visitor waits for the response. */
export const HOOK_DEADLINE_MS = 2000;

/**
 * Deadline of a tab's call to the session handler: 3 s for the auth service, 7 s for the network.
 */
export const SESSION_DEADLINE_MS = 10_000;

/** Upper limit for `Retry-After`. Otherwise, a wrong header could pause calls for days. */
export const RETRY_AFTER_MAX_SECONDS = 60;

/**
 * Deadline of a database read, including its retries and the response body. Longer than the 8 s
 * after which hosted projects cancel a user's statement, so that the client receives that error.
 */
export const READ_DEADLINE_MS = 10_000;

/**
 * Deadline of a database write. The write may still succeed afterwards. Hosted projects cancel a
 * user's statement after 8 s.
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
 * The server reuses the auth service's verification of an HS256 token for this long. The server may
 * accept a revoked token for this time.
 */
export const REMOTE_VERIFICATION_MS = 30_000;

/** Maximum number of verified tokens in memory per project: a few MB at 1–2 kB each. */
export const VERIFIED_TOKENS_MAX = 2000;

/**
 * Largest burst of calls to the auth service for all visitors together. The hosted service accepts
 * a burst of 30 from one IP address.
 */
export const SERVICE_BURST = 30;

/** Calls per minute to the auth service for all visitors together. */
export const SERVICE_PER_MINUTE = 30;

/** Largest burst of calls to the auth service for one user. */
export const USER_BURST = 6;

/** Calls per minute to the auth service for one user (the service's default for MFA: 15). */
export const USER_PER_MINUTE = 6;

/**
 * The rate limit of an IP address counts a refused refresh or a refused HS256 token as this many
 * calls. Limits attackers who send forged tokens.
 */
export const REFUSED_REFRESH_CALLS = 5;

/**
 * Maximum number of IP addresses, and of users, in memory for each rate limit of a project. To make
 * room, the SDK drops the entry that used the least of its limit, but never an entry that has
 * reached its limit.
 */
export const CLIENTS_MAX = 10_000;

/** Lifetime of the cookie that stops a redirect loop between a page and the refresh handler. */
export const REFRESH_HOLD_SECONDS = 10;

/**
 * Maximum number of ended sessions in the cookie `sb-signed-out`. Eight take about 300 characters.
 */
export const TOMBSTONE_MAX = 8;

/**
 * The cookie `sb-signed-out` keeps an ended session for at least this long (Supabase's default
 * `jwt_expiry`).
 */
export const TOMBSTONE_MIN_SECONDS = 3600;

/** Maximum number of ended sessions in memory per project. The oldest is dropped first. */
export const ENDED_MAX = 10_000;

/** Maximum number of pending and recent refreshes in memory per project. */
export const FLIGHTS_MAX = 1000;

/**
 * After the service refuses a refresh token, the server does not send that token again for this
 * long.
 */
export const REFUSED_COOLDOWN_MS = 30_000;

/**
 * After a refresh returns a token that is unusable because a clock is wrong, the server does not
 * refresh that session for this long.
 */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/**
 * Maximum number of refresh tokens in memory per project that the server does not send for a while.
 */
export const COOLDOWNS_MAX = 1000;

/**
 * Maximum number of endpoints of the auth service that are paused at the same time, in memory per
 * project. If the server forwards IP addresses, each pair of endpoint and address counts.
 */
export const HOLDS_MAX = 1000;

/**
 * Name of the session cookie. A session that needs two cookies uses the suffixes `.0` and `.1`. The
 * option `cookiePrefix` replaces `sb` in all names. On https without `cookieDomain`, all names
 * except for `sb-present` and `sb-fresh` start with `__Host-`.
 */
export const SESSION_COOKIE = "sb-session";

/**
 * Name of a cookie that exists while the browser has a session. The matcher of Next's proxy reads
 * it.
 */
export const PRESENT_COOKIE = "sb-present";

/** Name of a cookie that exists until a refresh is due. The matcher of Next's proxy reads it. */
export const FRESH_COOKIE = "sb-fresh";

/**
 * Maximum number of cookies that one response removes. Proxies refuse response headers above 4 to 8
 * kB.
 */
export const REMOVALS_MAX = 20;

/**
 * Number of days after `migrate.upgradedOn` for which the server reads the old cookies, unless the
 * app sets `migrate.until`.
 */
export const MIGRATION_DAYS = 60;

/** `migrate.until` may be at most this many days after `migrate.upgradedOn`. */
export const MIGRATION_MAX_DAYS = 400;

/** Name of a cookie that records whether the server also wrote the cookie of `@supabase/ssr`. */
export const BRIDGE_COOKIE = "sb-bridge";

/** Name of the cookie with the list of sessions that ended in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Name of the cookie that stops a redirect loop between a page and the refresh handler. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key for auth-js, which derives the names of the cookies with PKCE verifiers from it. */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header in which the proxy passes the path and query to the page. */
export const PATH_HEADER = "x-backend-path";

/** URL of the local backend. */
export const LOCAL_URL = "http://127.0.0.1:54321";

/** Key of the local backend. The key is public and gives only the anonymous role. */
export const LOCAL_ANON_KEY = "sb_publishable_local";
