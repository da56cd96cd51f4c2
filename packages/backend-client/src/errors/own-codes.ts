/** Each code has a page `docs/errors/CODE.md`. */
export const OWN_CODES = {
  auth: [
    "refresh_due",
    "session_damaged",
    "session_missing",
    "token_invalid",
    "clock_skew",
    "insufficient_aal",
    "factor_unsupported",
    "passkey_cancelled",
    "passkey_unsupported",
    "cookie_too_large",
    "cookies_read_only",
    "origin_mismatch",
    "sign_in_refused",
    "unknown",
  ],
  database: ["unknown"],
  storage: ["invalid_path", "unknown"],
  functions: ["http_error", "relay_error", "invalid_response", "invalid_path", "unknown"],
  realtime: [
    "unauthorized",
    "invalid_token",
    "join_refused",
    "join_timeout",
    "push_timeout",
    "socket_closed",
    "rate_limited",
    "unknown",
  ],
  network: [
    "timeout",
    "aborted",
    "unreachable",
    "unexpected_answer",
    "service_unavailable",
    "rate_limited",
    "client_address_unknown",
    "unknown",
  ],
} as const;

export const SERVICE_DOCS = {
  auth: "https://supabase.com/docs/guides/auth/debugging/error-codes",
  database: "https://docs.postgrest.org/en/stable/references/errors.html",
  storage: "https://supabase.com/docs/guides/storage/debugging/error-codes",
  functions: "https://supabase.com/docs/guides/functions/status-codes",
} as const;

export function docsOf(kind: keyof typeof OWN_CODES, code: string): string {
  const own: readonly string[] = OWN_CODES[kind];
  if (own.includes(code) || kind === "realtime" || kind === "network")
    return `@dossier/backend-client/docs/errors/${code}.md`;
  return SERVICE_DOCS[kind];
}

export const TERMINAL_CODES: ReadonlySet<string> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_expired",
  "session_not_found",
  "user_banned",
  "user_not_found",
]);

export const TERMINAL_AT_REFRESH: ReadonlySet<string> = new Set([
  "validation_failed",
  "invalid_grant",
]);
