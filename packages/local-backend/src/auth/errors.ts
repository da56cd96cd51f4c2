import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

const API_VERSION_HEADER = "x-supabase-api-version";
const CODED_ERRORS_VERSION = "2024-01-01";

interface AuthErrorDetails {
  reasons?: readonly string[];
}

/**
 * `code` is an error code of hosted Supabase.
 * @see https://supabase.com/docs/guides/auth/debugging/error-codes
 */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: AuthErrorDetails;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: AuthErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function invalid(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** Wrong, used and expired codes get the same error, so that an attacker cannot tell them apart. */
export function expiredOtp(message = "Token has expired or is invalid"): AuthError {
  return new AuthError(403, "otp_expired", message);
}

export function respondWithError(c: Context, error: AuthError): Response {
  const { reasons } = error.details;
  const extra = reasons === undefined ? {} : { weak_password: { reasons } };
  const version = c.req.header(API_VERSION_HEADER) ?? "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODED_ERRORS_VERSION) {
    c.header(API_VERSION_HEADER, CODED_ERRORS_VERSION);
    // Hosted Supabase does not send `x-sb-error-code` for a weak password.
    if (reasons === undefined) c.header("x-sb-error-code", error.code);
    return c.json({ code: error.code, message: error.message, ...extra }, error.status);
  }
  c.header("x-sb-error-code", error.code);
  const body = { code: error.status, error_code: error.code, msg: error.message, ...extra };
  return c.json(body, error.status);
}
