/** Pause between two checks of the session in a tab (auth-js: 30 s). */
export const REFRESH_CHECK_SECONDS = 30;

/** A refresh is due if at most this many checks fit into the remaining lifetime (auth-js: 3). */
export const REFRESH_THRESHOLD_CHECKS = 3;

/** Length of one session cookie. RFC 6265 §6.1 allows 4096 bytes with name and attributes. */
export const CHUNK_CHARACTERS = 3180;

/**
 * Cookies of a session. Common proxies refuse a `Cookie` header above 8 kB, and Node all headers above
 * 16 kB.
 */
export const MAX_CHUNKS = 2;

/** Pause between two heartbeats of a realtime connection, as in realtime-js. */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/** After this time without a reply, the connection counts as dead (realtime-js: 25–50 s). */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Deadline of a join or push, as in realtime-js. */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** Objects in one page of a list of files, as in storage-js. */
export const STORAGE_LIST_PAGE = 100;

/** Browsers upload larger files in resumable parts, as Supabase recommends. */
export const RESUMABLE_THRESHOLD_BYTES = 6_291_456;

/**
 * Lifetime of session cookies: browsers shorten longer ones (draft-ietf-httpbis-rfc6265bis §5.5).
 */
export const SESSION_COOKIE_SECONDS = 34_560_000;

/**
 * Time for the auth service per request, all attempts together, because a visitor waits. auth-js 2.119
 * waits 51 s in an outage.
 */
export const AUTH_DEADLINE_MS = 3000;

/** Deadline of a flow. The service stops after 10 s (its `MAX_REQUEST_DURATION`). */
export const FLOW_DEADLINE_MS = 12_000;

/** Deadline of the hook `allowSignIn`, because a visitor waits. */
export const HOOK_DEADLINE_MS = 2000;

/**
 * Deadline of a tab's call to the session handler: 3 s for the auth service, and the rest for the
 * network.
 */
export const SESSION_DEADLINE_MS = 10_000;

/** A longer `Retry-After` counts as this, because a bad header must not pause a tab for days. */
export const RETRY_AFTER_MAX_SECONDS = 60;

/**
 * Deadline of a read of the database, with its retries and its body. Hosted projects end a user's
 * statement after 8 s.
 */
export const READ_DEADLINE_MS = 10_000;

/**
 * Deadline of a write to the database, above the 8 s after which hosted projects end a user's
 * statement.
 */
export const WRITE_DEADLINE_MS = 30_000;

/** Default deadline of an Edge Function. Hosted functions end after 150 s. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** A finished refresh is reused for this long (the service's reuse interval: 10 s). */
export const REFRESH_REUSE_MS = 10_000;

/**
 * Tolerated clock difference for `exp` and `nbf` (RFC 7519 §4.1.4: "no more than a few minutes").
 */
export const CLOCK_LEEWAY_SECONDS = 10;

/** The project's keys are cached for this long. Supabase's edge caches them for 10 min too. */
export const JWKS_FRESH_MS = 600_000;

/** Pause between two key fetches for unknown key ids (jose's `cooldownDuration`: 30 s). */
export const JWKS_UNKNOWN_KID_MS = 30_000;

/**
 * The service's response about an HS256 token is reused for this long, so a revoked one may stay
 * valid.
 */
export const REMOTE_VERIFICATION_MS = 30_000;

/** Verified tokens kept per project: a few MB at 1–2 kB each. */
export const VERIFIED_TOKENS_MAX = 2000;

/**
 * Calls in a row that all visitors together may cause (the hosted service accepts 30 from one
 * address).
 */
export const SERVICE_BURST = 30;

/** Calls a minute that all visitors together may cause. */
export const SERVICE_PER_MINUTE = 30;

/** Calls in a row for one user's sessions. The service's limit for MFA is 15. */
export const USER_BURST = 6;

/** Calls a minute for one user's sessions. */
export const USER_PER_MINUTE = 6;

/** Calls that a refused refresh counts as, because the service refuses every forged token. */
export const REFUSED_REFRESH_CALLS = 5;

/** Addresses and users tracked per project, to bound memory. Full buckets go first. */
export const CLIENTS_MAX = 10_000;

/** A page does not redirect to another refresh for this long. */
export const REFRESH_HOLD_SECONDS = 10;

/** Ended sessions that a browser remembers: about 300 of 4096 characters. */
export const TOMBSTONE_MAX = 8;

/**
 * A browser remembers an ended session at least this long: Supabase's default lifetime of an access
 * token (`jwt_expiry`).
 */
export const TOMBSTONE_MIN_SECONDS = 3600;

/** Ended sessions kept per project. The oldest is dropped first. */
export const ENDED_MAX = 10_000;

/** Refreshes in flight or just finished, per project. More are refused. */
export const FLIGHTS_MAX = 1000;

/** Pause before a refused refresh is tried again. */
export const REFUSED_COOLDOWN_MS = 30_000;

/** Pause after a refresh whose token is unusable because of a wrong clock. */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/** Paused refresh tokens kept per project, to bound memory. */
export const COOLDOWNS_MAX = 1000;

/** Endpoints and visitors per project that the service asked to pause. */
export const HOLDS_MAX = 1000;

/**
 * Name of the session cookie. Two parts append `.0` and `.1`. The option `cookiePrefix` replaces `sb` in
 * all names. https without `cookieDomain` adds `__Host-` to all but the two hints.
 */
export const SESSION_COOKIE = "sb-session";

/** Hint that there is a session, for a Next matcher, which is a literal. */
export const PRESENT_COOKIE = "sb-present";

/** Hint that no refresh is due yet, for a Next matcher. */
export const FRESH_COOKIE = "sb-fresh";

/** Cookies removed by one response, because proxies refuse response headers above 4 to 8 kB. */
export const REMOVALS_MAX = 20;

/** Old cookies are read for this long, unless the app sets `until`. */
export const MIGRATION_DAYS = 60;

/** The longest time for which old cookies can be read. */
export const MIGRATION_MAX_DAYS = 400;

/** Notes that the cookie of `@supabase/ssr` was written too, during a migration. */
export const BRIDGE_COOKIE = "sb-bridge";

/** Name of the cookie with the sessions that ended in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Name of the cookie that keeps a page from redirecting to a refresh twice in a row. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key of auth-js, and therefore prefix of the cookies with PKCE verifiers. */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header in which the proxy passes a page its own path and query. */
export const PATH_HEADER = "x-backend-path";

/** Address of the local backend. */
export const LOCAL_URL = "http://127.0.0.1:54321";

/** Key of the local backend. Documented and not secret. It gives only the anonymous role. */
export const LOCAL_ANON_KEY = "sb_publishable_local";
