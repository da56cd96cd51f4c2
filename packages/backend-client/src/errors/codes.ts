import { OWN_CODES } from "./own-codes.js";

export { TERMINAL_AT_REFRESH, TERMINAL_CODES } from "./own-codes.js";

/** The codes in the source of the auth service, as of August 2026. */
const SERVICE_AUTH_CODES = [
  "unexpected_failure",
  "validation_failed",
  "bad_json",
  "email_exists",
  "phone_exists",
  "bad_jwt",
  "not_admin",
  "no_authorization",
  "user_not_found",
  "session_not_found",
  "session_expired",
  "refresh_token_not_found",
  "refresh_token_already_used",
  "flow_state_not_found",
  "flow_state_expired",
  "flow_state_already_used",
  "oauth_client_state_not_found",
  "oauth_client_state_expired",
  "oauth_invalid_state",
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
  "invite_not_found",
  "bad_oauth_state",
  "bad_oauth_callback",
  "oauth_provider_not_supported",
  "unexpected_audience",
  "single_identity_not_deletable",
  "email_conflict_identity_not_deletable",
  "identity_already_exists",
  "email_provider_disabled",
  "phone_provider_disabled",
  "too_many_enrolled_mfa_factors",
  "mfa_factor_name_conflict",
  "mfa_factor_not_found",
  "mfa_ip_address_mismatch",
  "mfa_challenge_expired",
  "mfa_verification_failed",
  "mfa_verification_rejected",
  "captcha_failed",
  "saml_provider_disabled",
  "manual_linking_disabled",
  "sms_send_failed",
  "email_not_confirmed",
  "phone_not_confirmed",
  "saml_relay_state_not_found",
  "saml_relay_state_expired",
  "saml_idp_not_found",
  "saml_assertion_no_user_id",
  "saml_assertion_no_email",
  "user_already_exists",
  "sso_provider_not_found",
  "sso_provider_disabled",
  "saml_metadata_fetch_failed",
  "saml_idp_already_exists",
  "sso_domain_already_exists",
  "saml_entity_id_mismatch",
  "conflict",
  "provider_disabled",
  "user_sso_managed",
  "reauthentication_needed",
  "same_password",
  "reauthentication_not_valid",
  "current_password_invalid",
  "current_password_required",
  "otp_expired",
  "otp_disabled",
  "identity_not_found",
  "weak_password",
  "over_request_rate_limit",
  "over_email_send_rate_limit",
  "over_sms_send_rate_limit",
  "bad_code_verifier",
  "anonymous_provider_disabled",
  "hook_timeout",
  "hook_timeout_after_retry",
  "hook_payload_over_size_limit",
  "hook_payload_invalid_content_type",
  "request_timeout",
  "mfa_phone_enroll_not_enabled",
  "mfa_phone_verify_not_enabled",
  "mfa_totp_enroll_not_enabled",
  "mfa_totp_verify_not_enabled",
  "mfa_webauthn_enroll_not_enabled",
  "mfa_webauthn_verify_not_enabled",
  "mfa_verified_factor_exists",
  "invalid_credentials",
  "email_address_not_authorized",
  "email_address_invalid",
  "web3_provider_disabled",
  "web3_unsupported_chain",
  "oauth_dynamic_client_registration_disabled",
  "email_address_not_provided",
  "feature_disabled",
  "oauth_client_not_found",
  "oauth_authorization_not_found",
  "oauth_consent_not_found",
  "request_entity_too_large",
  "custom_provider_not_found",
  "over_custom_provider_quota",
  "passkey_disabled",
  "too_many_passkeys",
  "webauthn_credential_not_found",
  "webauthn_challenge_not_found",
  "webauthn_challenge_expired",
  "webauthn_verification_failed",
  "webauthn_credential_exists",
] as const;

/** Additional codes from the code list and the error classes of auth-js 2.119. */
const AUTH_JS_CODES = [
  "pkce_code_verifier_not_found",
  "reauth_nonce_missing",
  "mfa_recovery_codes_enroll_not_enabled",
  "mfa_recovery_codes_verify_not_enabled",
  "mfa_recovery_codes_locked",
  "mfa_recovery_codes_sole_factor",
] as const;

export const AUTH_CODES = [...OWN_CODES.auth, ...SERVICE_AUTH_CODES, ...AUTH_JS_CODES] as const;

export const AUTH_CODE_ORIGINS = {
  own: OWN_CODES.auth,
  service: SERVICE_AUTH_CODES,
  authJs: AUTH_JS_CODES,
} as const;

export const DATABASE_CODES = [
  ...OWN_CODES.database,
  "22001",
  "22003",
  "22007",
  "22008",
  "22023",
  "22P02",
  "23502",
  "23503",
  "23505",
  "23514",
  "23P01",
  "25006",
  "28000",
  "40001",
  "40P01",
  "42501",
  "42703",
  "42883",
  "42P01",
  "53300",
  "53400",
  "55P03",
  "57014",
  "P0001",
  "P0002",
  "P0003",
  "PGRST000",
  "PGRST001",
  "PGRST002",
  "PGRST003",
  "PGRST100",
  "PGRST102",
  "PGRST103",
  "PGRST106",
  "PGRST116",
  "PGRST200",
  "PGRST201",
  "PGRST202",
  "PGRST203",
  "PGRST204",
  "PGRST205",
  "PGRST301",
  "PGRST302",
  "PGRST303",
] as const;

export const STORAGE_CODES = [
  ...OWN_CODES.storage,
  "NoSuchBucket",
  "NoSuchKey",
  "NoSuchUpload",
  "InvalidJWT",
  "InvalidRequest",
  "TenantNotFound",
  "EntityTooLarge",
  "InternalError",
  "ResourceAlreadyExists",
  "InvalidBucketName",
  "InvalidKey",
  "InvalidRange",
  "InvalidMimeType",
  "InvalidUploadId",
  "KeyAlreadyExists",
  "BucketAlreadyExists",
  "DatabaseTimeout",
  "InvalidSignature",
  "SignatureDoesNotMatch",
  "AccessDenied",
  "ResourceLocked",
  "DatabaseError",
  "MissingContentLength",
  "MissingParameter",
  "InvalidUploadSignature",
  "LockTimeout",
  "S3Error",
  "SlowDown",
  "TusError",
] as const;

export const FUNCTIONS_CODES = [
  ...OWN_CODES.functions,
  "BOOT_ERROR",
  "WORKER_ERROR",
  "WORKER_LIMIT",
  "NOT_FOUND",
] as const;

export const REALTIME_CODES = OWN_CODES.realtime;

export const NETWORK_CODES = OWN_CODES.network;

/** The closed set of codes for each kind of error. */
export interface ErrorCodes {
  /** Codes for sessions, auth flows and token verification. */
  auth: (typeof AUTH_CODES)[number];
  /** SQLSTATEs and PostgREST's `PGRST…`. Any other code is in `upstreamCode`. */
  database: (typeof DATABASE_CODES)[number];
  /** Codes of the storage service, and `invalid_path`. */
  storage: (typeof STORAGE_CODES)[number];
  /** Codes for a call of an Edge Function. */
  functions: (typeof FUNCTIONS_CODES)[number];
  /** Codes of the SDK, because the realtime service sends sentences instead of codes. */
  realtime: (typeof REALTIME_CODES)[number];
  /** Codes for a call without a response, or with a response that the service did not write. */
  network: (typeof NETWORK_CODES)[number];
}

/** The service that an error comes from, or `network`. */
export type ErrorKind = keyof ErrorCodes;
