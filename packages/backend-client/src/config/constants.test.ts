import { expect, it } from "vitest";
import * as constants from "./constants.js";

/** The numbers of the contract. One that changes here changes for everyone who relies on it. */
it("numbers that others rely on are what they were", () => {
  expect(constants).toMatchObject({
    REFRESH_CHECK_SECONDS: 30,
    REFRESH_THRESHOLD_CHECKS: 3,
    CHUNK_CHARACTERS: 3180,
    REALTIME_HEARTBEAT_SECONDS: 25,
    REALTIME_HEARTBEAT_TIMEOUT_SECONDS: 10,
    REALTIME_TIMEOUT_SECONDS: 10,
    STORAGE_LIST_PAGE: 100,
    RESUMABLE_THRESHOLD_BYTES: 6 * 1024 * 1024,
    SESSION_COOKIE_SECONDS: 400 * 24 * 60 * 60,
    AUTH_DEADLINE_MS: 3000,
    AUTH_MAX_ATTEMPTS: 2,
    REFRESH_REUSE_MS: 10_000,
    JWKS_UNKNOWN_KID_MS: 30_000,
    REMOTE_VERIFICATION_MS: 30_000,
    MAX_CHUNKS: 8,
    CLOCK_LEEWAY_SECONDS: 10,
    JWKS_FRESH_MS: 600_000,
    VERIFIED_TOKENS_MAX: 2000,
    CLIENT_BURST: 30,
    CLIENT_PER_MINUTE: 30,
    UNKNOWN_CLIENTS: 10,
    REFRESH_HOLD_SECONDS: 10,
    TOMBSTONE_MAX: 8,
    TOMBSTONE_MIN_SECONDS: 3600,
    SESSION_DEADLINE_MS: 10_000,
    RETRY_AFTER_MAX_SECONDS: 60,
    READ_DEADLINE_MS: 10_000,
    WRITE_DEADLINE_MS: 30_000,
    FUNCTION_TIMEOUT_MS: 30_000,
    SESSION_COOKIE: "sb-session",
    FRESH_COOKIE: "sb-fresh",
    LOCAL_URL: "http://127.0.0.1:54321",
    LOCAL_ANON_KEY: "sb_publishable_local",
  });
});
