/** Maps each endpoint and HTTP status to the error codes that the endpoint can return. */
const REFUSALS: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>> = {
  "POST /signup": {
    400: ["validation_failed"],
    422: ["weak_password", "signup_disabled", "user_already_exists", "anonymous_provider_disabled"],
  },
  "POST /token password": { 400: ["invalid_credentials", "email_not_confirmed", "user_banned"] },
  "POST /token refresh_token": {
    400: [
      "refresh_token_not_found",
      "refresh_token_already_used",
      "session_not_found",
      "session_expired",
      "user_banned",
    ],
    409: ["conflict"],
  },
  "POST /token pkce": {
    400: ["bad_code_verifier"],
    404: ["flow_state_not_found"],
    422: ["flow_state_expired"],
  },
  "POST /otp": { 422: ["otp_disabled"] },
  "POST /verify": { 400: ["validation_failed"], 403: ["otp_expired", "user_banned"] },
  "GET /verify": { 303: ["validation_failed", "otp_expired", "user_banned"] },
  "POST /resend": { 400: ["validation_failed"] },
  "POST /recover": { 400: ["validation_failed"] },
  "GET /user": {
    401: ["no_authorization"],
    403: ["bad_jwt", "user_not_found", "session_not_found", "user_banned"],
  },
  "PUT /user": {
    400: ["reauthentication_needed"],
    401: ["insufficient_aal"],
    403: ["not_admin"],
    422: ["weak_password", "same_password", "email_exists", "reauthentication_not_valid"],
  },
  "GET /reauthenticate": { 422: ["email_not_confirmed"] },
  "POST /logout": { 400: ["validation_failed"] },
  "POST /factors": {
    403: ["insufficient_aal", "no_authorization"],
    422: [
      "mfa_factor_name_conflict",
      "too_many_enrolled_mfa_factors",
      "mfa_totp_enroll_not_enabled",
    ],
  },
  "POST /factors/:id/challenge": { 404: ["mfa_factor_not_found"] },
  "POST /factors/:id/verify": {
    422: [
      "mfa_verification_failed",
      "mfa_challenge_expired",
      "mfa_factor_not_found",
      "mfa_ip_address_mismatch",
    ],
  },
  "DELETE /factors/:id": { 422: ["insufficient_aal"] },
  "/admin/users": {
    401: ["no_authorization"],
    403: ["not_admin"],
    404: ["user_not_found"],
    422: ["email_exists"],
  },
  "POST /admin/generate_link": { 404: ["user_not_found"], 422: ["email_exists"] },
  "POST /invite": { 422: ["email_exists"] },
};

export interface Row {
  name: string;
  status: number;
  code: string;
}

export const ROWS: readonly Row[] = Object.entries(REFUSALS).flatMap(([call, byStatus]) =>
  Object.entries(byStatus).flatMap(([status, codes]) =>
    codes.map((code) => ({
      name: `${call} ${status} ${code}`,
      status: Number(status),
      code,
    })),
  ),
);
