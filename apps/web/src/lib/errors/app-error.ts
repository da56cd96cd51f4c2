import { isBackendError } from "@dossier/backend-client";
import { fieldSentence, SENTENCES, sentenceFor } from "@/lib/errors/error-sentences";
import { FAILED_SERVICE } from "@/lib/errors/form-sentences";
import { isOutageCode } from "@/lib/errors/outage-code";
import { toCamelCase } from "@/lib/format/camel-case";
import { isTimeZone } from "@/lib/format/format";
import {
  echoFormValues,
  type FormFailure,
  fieldFailure,
  formText,
  type VersionRow,
  VIEWER_ZONE,
} from "@/lib/forms/form-state";

export type AppError = {
  code: string;
  message: string;
  field?: string | undefined;
  retryAfterSeconds?: number | undefined;
  details: Readonly<Record<string, unknown>>;
};

const SIGNED_OUT = new Set([
  "session_ended",
  "session_expired",
  "session_not_found",
  "session_missing",
  "refresh_token_not_found",
  "refresh_token_already_used",
  "user_banned",
  "user_not_found",
]);

const NOT_FOUND = new Set(["not_found", "42501", "PGRST116"]);

const FIELD_OF: Readonly<Record<string, string>> = {
  weak_password: "password",
  same_password: "password",
  email_address_invalid: "email",
  email_exists: "email",
  slug_taken: "slug",
  otp_expired: "code",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
  mfa_ip_address_mismatch: "code",
  mfa_factor_name_conflict: "name",
  too_many_enrolled_mfa_factors: "name",
  reauthentication_not_valid: "nonce",
};

function asDetails(value: unknown): Record<string, unknown> {
  if (typeof value === "string") {
    try {
      return asDetails(JSON.parse(value));
    } catch {
      return {};
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

type ErrorFacts = {
  kind: string;
  code: string;
  upstreamCode?: string | undefined;
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
  details?: unknown;
  body?: unknown;
};

function codeOf(error: ErrorFacts, details: Record<string, unknown>): string {
  const bodyCode = typeof details.code === "string" ? details.code : undefined;
  // In the app's calls to the auth service, this code almost always means an invalid email address.
  if (error.kind === "auth" && error.code === "validation_failed") return "email_address_invalid";
  for (const candidate of [error.upstreamCode, bodyCode, error.code]) {
    if (candidate && candidate !== "unknown" && candidate in SENTENCES) return candidate;
  }
  if (error.status === 429) return "rate_limited";
  // Status 5xx is from a gateway whose service is down. `service_unavailable` without a status
  // means that the SDK has paused calls to a failing service.
  if (error.kind === "network") {
    const isDown = error.code === "service_unavailable" || (error.status ?? 0) >= 500;
    return isDown ? "unavailable" : "network";
  }
  if (error.kind === "functions" && (error.status ?? 500) >= 500) return "still_checking";
  if (error.kind === "storage" && error.status === 404) return "object_not_found";
  if (error.kind === "storage" && error.status === 413) return "file_size";
  if (error.kind === "storage" && error.status === 415) return "file_type";
  if (error.kind === "storage" && (error.status === 401 || error.status === 403))
    return "not_found";
  if ((error.status ?? 0) >= 500) return "unavailable";
  return "unknown";
}

function newReference(): string {
  return crypto.randomUUID().slice(0, 8);
}

/**
 * `codeOf` returns `still_checking` if a call of any Edge Function failed with status 5xx or
 * without a status.
 */
function isFailedService(code: string): boolean {
  return isOutageCode(code) || code === "still_checking";
}

/**
 * Logs an unknown error with the reference that the user sees. For a backend error, logs only its
 * kind, code and status, because its message may contain tokens or email addresses.
 */
export function toAppError(
  error: unknown,
  reader: { now?: Date; viewerZone?: string | undefined } = {},
): AppError {
  if (!isBackendError(error)) {
    const reference = newReference();
    console.error(`[${reference}]`, error instanceof Error ? error : "unknown failure");
    return { code: "unknown", message: sentenceFor("unknown", { reference }), details: {} };
  }
  const facts = error as unknown as ErrorFacts;
  const details = toCamelCase({ ...asDetails(facts.body), ...asDetails(facts.details) });
  const code = codeOf(facts, details);
  const retryAfterSeconds = facts.retryAfterSeconds;
  let reference: string | undefined;
  if (code === "unknown") {
    reference = newReference();
    console.error(
      `[${reference}] ${facts.kind} ${facts.upstreamCode ?? facts.code} ${facts.status ?? ""}`,
    );
  }
  const message =
    code === "validation_failed"
      ? fieldSentence(details)
      : sentenceFor(code, { details, retryAfterSeconds, reference, ...reader });
  const field = typeof details.field === "string" ? details.field : FIELD_OF[code];
  return { code, message, field, retryAfterSeconds, details };
}

export function isNotFound(appError: AppError): boolean {
  return NOT_FOUND.has(appError.code);
}

export function isOutage(error: unknown): boolean {
  return isBackendError(error) && isOutageCode(toAppError(error).code);
}

export function needsSignIn(appError: AppError): boolean {
  return SIGNED_OUT.has(appError.code);
}

const RATE_LIMITS: ReadonlySet<string> = new Set([
  "rate_limited",
  "over_request_rate_limit",
  "over_email_send_rate_limit",
]);

export function isRateLimited(appError: AppError): boolean {
  return RATE_LIMITS.has(appError.code);
}

export function errorFailure(
  form: FormData,
  error: unknown,
  fields: readonly string[] = [],
): FormFailure {
  const zone = formText(form, VIEWER_ZONE);
  const appError = toAppError(error, isTimeZone(zone) ? { viewerZone: zone } : {});
  if (appError.field && fields.includes(appError.field)) {
    return {
      ...fieldFailure(form, { [appError.field]: appError.message }),
      code: appError.code,
    };
  }
  return {
    ok: false,
    code: appError.code,
    message: isFailedService(appError.code) ? FAILED_SERVICE : appError.message,
    values: echoFormValues(form),
    retryAfterSeconds: appError.retryAfterSeconds,
  };
}

export function notFoundFailure(form: FormData): FormFailure {
  return {
    ok: false,
    code: "not_found",
    message: sentenceFor("not_found"),
    values: echoFormValues(form),
  };
}

/**
 * Sets the form's `version` field to the stored version, so that sending the form again replaces
 * the stored version.
 */
export function conflictFailure(
  failure: FormFailure,
  version: number,
  versions: VersionRow[],
): FormFailure {
  return { ...failure, versions, values: { ...failure.values, version: String(version) } };
}
