/** Pause between two checks of the remaining lifetime in a tab (auth-js: 30 s). */
export const REFRESH_CHECK_SECONDS = 30;

/** A refresh is due if at most this many checks fit into the remaining lifetime (auth-js: 3). */
export const REFRESH_THRESHOLD_CHECKS = 3;

/** Encoded characters. RFC 6265 §6.1 allows 4096 bytes with name and attributes. */
export const CHUNK_CHARACTERS = 3180;

/** Common proxies refuse a `Cookie` header above 8 kB, and Node all headers above 16 kB. */
export const MAX_CHUNKS = 2;

/** As in realtime-js. */
export const REALTIME_HEARTBEAT_SECONDS = 25;

/** After this time without a reply, the socket counts as dead (realtime-js: 25–50 s). */
export const REALTIME_HEARTBEAT_TIMEOUT_SECONDS = 10;

/** Time limit of a join or push, as in realtime-js. */
export const REALTIME_TIMEOUT_SECONDS = 10;

/** As in storage-js. */
export const STORAGE_LIST_PAGE = 100;

/** Larger files are uploaded in resumable parts, as Supabase recommends. */
export const RESUMABLE_THRESHOLD_BYTES = 6_291_456;

/** 400 days: browsers shorten longer lifetimes (draft-ietf-httpbis-rfc6265bis §5.5). */
export const SESSION_COOKIE_SECONDS = 34_560_000;

/** Time limit of all attempts, because a visitor waits. auth-js 2.119 waits 51 s in an outage. */
export const AUTH_DEADLINE_MS = 3000;

/** Time limit of a flow. The service stops after 10 s (its `MAX_REQUEST_DURATION`). */
export const FLOW_DEADLINE_MS = 12_000;

/** Limit of `allowSignIn`, because a visitor waits. */
export const HOOK_DEADLINE_MS = 2000;

/** 3 s for the auth service, and the rest for the network. */
export const SESSION_DEADLINE_MS = 10_000;

/** A bad `Retry-After` header must not pause a tab for days. */
export const RETRY_AFTER_MAX_SECONDS = 60;

/** Includes retries, waits and the body. Hosted projects end a user's statement after 8 s. */
export const READ_DEADLINE_MS = 10_000;

/** Above the 8 s after which hosted projects end a user's statement. */
export const WRITE_DEADLINE_MS = 30_000;

/** Default time limit. Hosted functions end after 150 s. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** A settled refresh is reused for this long (the service's reuse interval: 10 s). */
export const REFRESH_REUSE_MS = 10_000;

/** Leeway for `exp` and `nbf` (RFC 7519 §4.1.4: "no more than a few minutes"). */
export const CLOCK_LEEWAY_SECONDS = 10;

/** Supabase's edge caches the key set for 10 min too. */
export const JWKS_FRESH_MS = 600_000;

/** Pause between two key fetches for unknown key ids (jose's `cooldownDuration`: 30 s). */
export const JWKS_UNKNOWN_KID_MS = 30_000;

/** A revoked HS256 token may stay valid this long, because the service's answer is reused. */
export const REMOTE_VERIFICATION_MS = 30_000;

/** Verified tokens kept per project: a few MB at 1–2 kB each. */
export const VERIFIED_TOKENS_MAX = 2000;

/** Calls in a row that the auth service accepts from one address (hosted: 30). */
export const SERVICE_BURST = 30;

export const SERVICE_PER_MINUTE = 30;

/** Calls in a row for one user's sessions. The service's limit for MFA is 15. */
export const USER_BURST = 6;

export const USER_PER_MINUTE = 6;

/** Calls that a refused refresh costs, because the service refuses every forged token. */
export const REFUSED_REFRESH_CALLS = 5;

/** Addresses and users tracked per project, to bound memory. Full buckets go first. */
export const CLIENTS_MAX = 10_000;

/** A page does not redirect to another refresh for this long. */
export const REFRESH_HOLD_SECONDS = 10;

/** Session ids in one tombstone cookie: about 300 of 4096 characters. */
export const TOMBSTONE_MAX = 8;

/** Supabase's default lifetime of an access token (`jwt_expiry`). */
export const TOMBSTONE_MIN_SECONDS = 3600;

/** Number of ended sessions kept per project. The oldest is dropped first. */
export const ENDED_MAX = 10_000;

/** Refreshes in flight or just settled, per project. More are refused. */
export const FLIGHTS_MAX = 1000;

/** Pause before a refused refresh is tried again. */
export const REFUSED_COOLDOWN_MS = 30_000;

/** Pause after a refresh whose token is unusable because of a wrong clock. */
export const CLOCK_SKEW_COOLDOWN_MS = 60_000;

/** Per project, to bound memory. */
export const COOLDOWNS_MAX = 1000;

/** Endpoints and visitors per project that the service asked to pause. */
export const HOLDS_MAX = 1000;

/**
 * Chunks append `.0` and `.1`. The option `cookiePrefix` replaces `sb` in all names below. https
 * without `cookieDomain` adds `__Host-` to all but the two hints.
 */
export const SESSION_COOKIE = "sb-session";

/** Hint that there is a session, for a Next matcher, which is a literal. */
export const PRESENT_COOKIE = "sb-present";

/** Hint that no refresh is due yet, for a Next matcher. */
export const FRESH_COOKIE = "sb-fresh";

/** Per response, because proxies refuse response headers above 4 to 8 kB. */
export const REMOVALS_MAX = 20;

/** Number of days for which old cookies are read, unless the app sets `until`. */
export const MIGRATION_DAYS = 60;

export const MIGRATION_MAX_DAYS = 400;

/** Notes that the cookie of `@supabase/ssr` was written too, during a migration. */
export const BRIDGE_COOKIE = "sb-bridge";

/** Sessions that were signed out in this browser. */
export const TOMBSTONE_COOKIE = "sb-signed-out";

/** Keeps a page from redirecting to a refresh twice in a row. */
export const HOLD_COOKIE = "sb-refresh-hold";

/** Storage key of auth-js, and therefore prefix of its PKCE verifiers. */
export const FLOW_COOKIE_PREFIX = "sb-flow";

/** Request header in which the proxy passes a page its own path and query. */
export const PATH_HEADER = "x-backend-path";

export const LOCAL_URL = "http://127.0.0.1:54321";

/** Documented and not secret. It gives only the anonymous role. */
export const LOCAL_ANON_KEY = "sb_publishable_local";
