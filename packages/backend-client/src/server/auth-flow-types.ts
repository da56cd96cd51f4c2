import type {
  AuthMFAChallengePhoneResponse,
  AuthMFAChallengeTOTPResponse,
  AuthMFAEnrollPhoneResponse,
  AuthMFAEnrollTOTPResponse,
  MFAChallengePhoneParams,
  MFAChallengeTOTPParams,
  MFAEnrollPhoneParams,
  MFAEnrollTOTPParams,
  MFAVerifyPhoneParams,
  MFAVerifyTOTPParams,
  SupabaseClient,
  User,
} from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { PublicSession } from "../session/session.js";

type Auth = SupabaseClient["auth"];
type Mfa = Auth["mfa"];

/** The data of an upstream result when it succeeded. */
type DataOf<F extends (...args: never[]) => Promise<unknown>> =
  Extract<Awaited<ReturnType<F>>, { error: null }> extends { data: infer Data } ? Data : never;

/** An upstream flow with our result: data or a `BackendError`. */
type Flow<F extends (...args: never[]) => Promise<unknown>, Data = DataOf<F>> = (
  ...args: Parameters<F>
) => Promise<Result<Data>>;

/** Why a password is weak, as the service says it. */
export interface WeakPassword {
  /** A sentence of the service, in English. */
  message: string;
  /** Which rules it breaks: `length`, `characters` or `pwned`. */
  reasons: readonly string[];
}

/** Who signed in. The tokens went into the cookies and are not part of it. */
export interface SignedIn {
  /** As the service describes the user. Null when its answer did not, as for `refreshSession`. */
  user: User | null;
  /** Null when the flow needs another step first, such as a confirmation by email. */
  session: Extract<PublicSession, { status: "authenticated" }> | null;
  /**
   * What the service says of a password that it still takes but would not accept today: ask the user
   * for a better one. Absent for all others.
   */
  weakPassword?: WeakPassword;
}

/** The data of one of upstream's answers when it succeeded. */
type SuccessOf<R> = Extract<R, { error: null }> extends { data: infer Data } ? Data : never;

/** A second factor to add: an authenticator app, or codes by SMS. */
export type NewFactor = MFAEnrollTOTPParams | MFAEnrollPhoneParams;

/** Second factors, as Supabase names them. */
export interface MfaFlows {
  /**
   * Begins to add an authenticator app (`totp`) or a phone; an app's secret and QR code are in
   * `data`, shown once. `mfa_factor_name_conflict`. WebAuthn factors are not offered.
   */
  enroll<F extends NewFactor>(
    factor: F,
  ): Promise<
    Result<
      SuccessOf<
        F extends MFAEnrollTOTPParams ? AuthMFAEnrollTOTPResponse : AuthMFAEnrollPhoneResponse
      >
    >
  >;
  /** Asks for proof of a factor; `verify` wants the challenge's id. `mfa_factor_not_found`. */
  challenge(
    challenge: MFAChallengeTOTPParams | MFAChallengePhoneParams,
  ): Promise<Result<SuccessOf<AuthMFAChallengeTOTPResponse | AuthMFAChallengePhoneResponse>>>;
  /**
   * On success the session reaches `aal2`. `mfa_verification_failed` for a wrong code,
   * `mfa_challenge_expired`. `mfa_verification_rejected` says that a hook of the project rejected the
   * code: the service has ended all of the user's sessions, and this one is signed out.
   */
  verify(proof: MFAVerifyTOTPParams | MFAVerifyPhoneParams): Promise<Result<{ user: User | null }>>;
  /** Both steps at once, for codes that need no message to be sent; errors as `verify`. */
  challengeAndVerify: Flow<Mfa["challengeAndVerify"], { user: User | null }>;
  /** Removes a factor; a verified one wants a session at `aal2`, else `insufficient_aal`. */
  unenroll: Flow<Mfa["unenroll"]>;
  /**
   * Asks the auth service, once per scope until a flow of this scope changes the factors. Pages may
   * call it. Errors as `getUser`.
   */
  listFactors: Flow<Mfa["listFactors"]>;
  /** Levels from the verified token and the service's list of factors; errors as `listFactors`. */
  getAuthenticatorAssuranceLevel(): Promise<
    Result<{ currentLevel: "aal1" | "aal2"; nextLevel: "aal1" | "aal2" }>
  >;
}

/**
 * Supabase's auth flows under their own names and arguments. Results are `{ data, error }`; `data`
 * never holds tokens, since the SDK keeps the session itself.
 *
 * Errors of every flow: kind `auth` with the service's own code (named below where an app will meet
 * it); kind `network` (`timeout`, `aborted`, `unreachable`, `unexpected_answer`,
 * `service_unavailable`, `rate_limited`), which signs nobody out; `cookies_read_only` in a page, but
 * for those that pages may call. Flows that act as the signed-in user answer `session_missing`
 * without one, and why it is unavailable.
 * @see https://supabase.com/docs/reference/javascript/auth-api
 */
export interface AuthFlows {
  /**
   * Creates an account. Without confirmation by mail it is signed in at once. `weak_password` with
   * reasons in `details`; `user_already_exists` unless the project confirms by mail.
   */
  signUp: Flow<Auth["signUp"], SignedIn>;
  /** Signs in with e-mail or phone and password; `invalid_credentials` says no more than that. */
  signInWithPassword: Flow<Auth["signInWithPassword"], SignedIn>;
  /**
   * Sends a code or link; `verifyOtp` or the handlers end what this begins.
   * `over_email_send_rate_limit` as for `resend`.
   */
  signInWithOtp: Flow<Auth["signInWithOtp"]>;
  /** Answers the provider's address as `data.url`; redirect there. It comes back to `callback`. */
  signInWithOAuth: Flow<Auth["signInWithOAuth"]>;
  /** Signs in with an id token that a provider gave your app. */
  signInWithIdToken: Flow<Auth["signInWithIdToken"], SignedIn>;
  /** Signs a visitor in as a new user without an address (`is_anonymous`). */
  signInAnonymously: Flow<Auth["signInAnonymously"], SignedIn>;
  /** Ends a flow with the code typed, or the `token_hash` of a link; `otp_expired` also when wrong. */
  verifyOtp: Flow<Auth["verifyOtp"], SignedIn>;
  /**
   * Ends a PKCE flow with the code of its redirect; the `callback` handler does that for you. Give
   * the redirect's `sb_flow_id` as `flowId`: without it the flow that was begun last is meant.
   * `pkce_code_verifier_not_found` in a browser that did not begin it, `flow_state_expired` when the
   * email was sent more than five minutes ago.
   */
  exchangeCodeForSession: Flow<Auth["exchangeCodeForSession"], SignedIn>;
  /**
   * Sends a confirmation once more. `over_email_send_rate_limit`: with `retryAfterSeconds` when this
   * address got one a moment ago, without it when the project has sent as many as it may in an hour.
   */
  resend: Flow<Auth["resend"]>;
  /** Sends a recovery mail; it answers the same for addresses without an account. */
  resetPasswordForEmail: Flow<Auth["resetPasswordForEmail"]>;
  /** Sends the signed-in user a code that `updateUser` takes as `nonce`. */
  reauthenticate(): Promise<Result<Record<never, never>>>;
  /** Asks the auth service who this is: a session that ended there is one of its terminal codes. Pages may call it. */
  getUser(): Promise<Result<{ user: User }>>;
  /**
   * Changes address, password or data of the signed-in user; claims follow with a refresh.
   * `same_password`, `weak_password`, `email_exists`, `reauthentication_needed`.
   */
  updateUser: Flow<Auth["updateUser"], { user: User }>;
  /**
   * Refreshes now, whether due or not. When that ends the session, the error says why: a terminal
   * code of the service, or `cookie_too_large`.
   */
  refreshSession(): Promise<Result<SignedIn>>;
  /**
   * Signs out here (`local`), everywhere (`global`) or elsewhere (`others`). Here it always
   * succeeds, even when the service cannot be told, or refuses because the user is banned; the error
   * then says so. Default `global`, as in
   * supabase-js; the browser's `session.signOut()` and the form end this session alone (`local`).
   */
  signOut(options?: { scope?: "global" | "local" | "others" }): Promise<Result<null>>;
  /** Second factors of the signed-in user. */
  readonly mfa: MfaFlows;
}
