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
  OAuthResponse,
  PasskeyAuthenticationOptionsResponse,
  PasskeyDeleteParams,
  PasskeyListItem,
  PasskeyMetadata,
  PasskeyRegistrationOptionsResponse,
  PasskeyUpdateParams,
  SignInWithIdTokenCredentials,
  SignInWithOAuthCredentials,
  StartPasskeyAuthenticationParams,
  SupabaseClient,
  User,
  UserIdentity,
  VerifyPasskeyAuthenticationParams,
  VerifyPasskeyRegistrationParams,
} from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { PublicSession } from "../session/session.js";

type Auth = SupabaseClient["auth"];
type Mfa = Auth["mfa"];

type DataOf<F extends (...args: never[]) => Promise<unknown>> =
  Extract<Awaited<ReturnType<F>>, { error: null }> extends { data: infer Data } ? Data : never;

export type Flow<F extends (...args: never[]) => Promise<unknown>, Data = DataOf<F>> = (
  ...args: Parameters<F>
) => Promise<Result<Data>>;

/** The auth service's reasons for calling a password weak. */
export interface WeakPassword {
  /** A sentence from the auth service, in English. */
  message: string;
  /** The rules that the password breaks: `length`, `characters` or `pwned`. */
  reasons: readonly string[];
}

/** Result of a sign-in or sign-up. The tokens are only in the cookies. */
export interface SignedIn {
  /** The user as the auth service describes them. Null if its response has no user. */
  user: User | null;
  /**
   * The new session. Null if the flow needs another step first, such as a confirmation by email.
   */
  session: Extract<PublicSession, { status: "authenticated" }> | null;
  /** Present if the auth service would refuse the password for a new account. */
  weakPassword?: WeakPassword;
}

/** Tokens of a session, with the auth service's field names. */
export interface AdoptedTokens {
  /** The access token, which may have expired. */
  access_token: string;
  /** The refresh token of the same session. */
  refresh_token: string;
}

type SuccessOf<R> = Extract<R, { error: null }> extends { data: infer Data } ? Data : never;

/** A second factor to add: an authenticator app, or a phone that receives codes by SMS. */
export type NewFactor = MFAEnrollTOTPParams | MFAEnrollPhoneParams;

/** Flows for second factors, with Supabase's method names. */
export interface MfaFlows {
  /**
   * Starts adding an authenticator app (`totp`) or a phone. For an app, `data` has the secret and
   * the QR code, which the service returns only once. WebAuthn is not supported. Error:
   * `mfa_factor_name_conflict`.
   */
  enroll(factor: MFAEnrollTOTPParams): Promise<Result<SuccessOf<AuthMFAEnrollTOTPResponse>>>;
  enroll(factor: MFAEnrollPhoneParams): Promise<Result<SuccessOf<AuthMFAEnrollPhoneResponse>>>;
  enroll(
    factor: NewFactor,
  ): Promise<Result<SuccessOf<AuthMFAEnrollTOTPResponse | AuthMFAEnrollPhoneResponse>>>;
  /** Starts a challenge and returns its id, which `verify` needs. Error: `mfa_factor_not_found`. */
  challenge(
    challenge: MFAChallengeTOTPParams,
  ): Promise<Result<SuccessOf<AuthMFAChallengeTOTPResponse>>>;
  challenge(
    challenge: MFAChallengePhoneParams,
  ): Promise<Result<SuccessOf<AuthMFAChallengePhoneResponse>>>;
  /**
   * Verifies a code and raises the session to `aal2`. Errors: `mfa_verification_failed` for a wrong
   * code, `mfa_challenge_expired`, and `mfa_verification_rejected` if the project's hook rejected
   * the code; the service then ends all sessions of the user.
   */
  verify(proof: MFAVerifyTOTPParams): Promise<Result<{ user: User | null }>>;
  verify(proof: MFAVerifyPhoneParams): Promise<Result<{ user: User | null }>>;
  /**
   * Runs `challenge` and `verify` in one call, for authenticator apps. Errors: those of `challenge`
   * and `verify`.
   */
  challengeAndVerify: Flow<Mfa["challengeAndVerify"], { user: User | null }>;
  /**
   * Removes a factor. To remove a verified factor, the session needs `aal2`. Error:
   * `insufficient_aal`.
   */
  unenroll: Flow<Mfa["unenroll"]>;
  /** Lists the user's factors. Also works in a page. Errors: those of `getUser`. */
  listFactors: Flow<Mfa["listFactors"]>;
  /**
   * Returns the session's assurance level (`currentLevel`) and the level that the user's factors
   * allow (`nextLevel`). Also works in a page. Errors: those of `listFactors`.
   */
  getAuthenticatorAssuranceLevel(): Promise<
    Result<{ currentLevel: "aal1" | "aal2"; nextLevel: "aal1" | "aal2" }>
  >;
}

/**
 * Supabase's passkey flows. An app calls only `list`, `update` and `delete`. The SDK's handlers
 * below `passkey/` call the other flows. Supabase's passkey API is in beta, so this API may change
 * in a minor version.
 * @beta
 */
export interface PasskeyFlows {
  /**
   * Returns the options with which the browser creates a passkey. Errors: `passkey_disabled`,
   * `too_many_passkeys` for a user with ten passkeys, `no_authorization` for an anonymous user,
   * `validation_failed` for a user of single sign-on, and `insufficient_aal` for a user with a
   * second factor whose session is not at `aal2`.
   */
  startRegistration(): Promise<Result<PasskeyRegistrationOptionsResponse>>;
  /**
   * Adds the passkey that the browser created. Errors: those of `startRegistration`,
   * `webauthn_challenge_expired` (after 5 minutes), `webauthn_challenge_not_found`,
   * `webauthn_verification_failed`, and `webauthn_credential_exists`. Version 2.196 of the auth
   * service returns `unexpected_failure` instead of `webauthn_credential_exists`.
   */
  verifyRegistration(proof: VerifyPasskeyRegistrationParams): Promise<Result<PasskeyMetadata>>;
  /** Starts a sign-in with a passkey. Errors: `passkey_disabled`, `captcha_failed`. */
  startAuthentication(
    input?: StartPasskeyAuthenticationParams,
  ): Promise<Result<PasskeyAuthenticationOptionsResponse>>;
  /**
   * Signs in with the credential that the browser signed. Errors: `webauthn_challenge_expired`
   * (after 5 minutes), `webauthn_challenge_not_found`, `webauthn_verification_failed` (also for a
   * removed passkey), `email_not_confirmed`, `user_banned`.
   */
  verifyAuthentication(proof: VerifyPasskeyAuthenticationParams): Promise<Result<SignedIn>>;
  /** Lists the user's passkeys. Also works in a page. Error: `passkey_disabled`. */
  list(): Promise<Result<PasskeyListItem[]>>;
  /**
   * Renames a passkey. Error: `validation_failed`, with status 404 if the passkey does not exist.
   */
  update(change: PasskeyUpdateParams): Promise<Result<PasskeyListItem>>;
  /**
   * Removes a passkey from the account, but not from the user's device. Errors: `insufficient_aal`,
   * as for `startRegistration`; `validation_failed`, with status 404 if the passkey does not exist.
   */
  delete(passkey: PasskeyDeleteParams): Promise<Result<null>>;
}

/**
 * Supabase's auth flows, with Supabase's names and arguments. The result's `data` never contains
 * tokens, because the SDK stores the session itself.
 *
 * Errors of kind `auth` have the auth service's code; each flow lists its common codes. An error of
 * kind `network` never signs the user out. If the scope cannot set cookies, as in a page, flows
 * fail with `cookies_read_only`, except for flows that only read, such as `getUser`. A flow for a
 * signed-in user returns `session_missing` if no user is signed in. If the session is unavailable,
 * the flow returns the session's error.
 * @see https://supabase.com/docs/reference/javascript/auth-api
 */
export interface AuthFlows {
  /**
   * Creates an account. If the project does not require email confirmation, the user is signed in
   * at once. Errors: `weak_password`, with reasons in `details`; `user_already_exists`, only in
   * projects without email confirmation.
   */
  signUp: Flow<Auth["signUp"], SignedIn>;
  /** Signs in with email or phone and password. Error: `invalid_credentials`. */
  signInWithPassword: Flow<Auth["signInWithPassword"], SignedIn>;
  /**
   * Sends an email or SMS with a code for `verifyOtp`, or an email with a link to one of the SDK's
   * handlers. Error: `over_email_send_rate_limit`.
   */
  signInWithOtp: Flow<Auth["signInWithOtp"]>;
  /**
   * Returns the provider's URL as `data.url`. The provider redirects the user to the `callback`
   * handler.
   */
  signInWithOAuth: Flow<Auth["signInWithOAuth"]>;
  /**
   * Returns the URL of an organization's identity provider as `data.url`. The provider redirects
   * the user to the `callback` handler. Error: `sso_provider_not_found` for an unknown domain or
   * id.
   */
  signInWithSSO: Flow<Auth["signInWithSSO"]>;
  /**
   * Links an identity, such as an account at an OAuth provider, to the user. If the credentials
   * have no `token`, redirect the user to `data.url`; the provider then redirects the user to the
   * `callback` handler. With a `token` that the provider gave your app, the service links the
   * identity at once. An anonymous user becomes permanent and keeps their id. Errors:
   * `manual_linking_disabled`, and `identity_already_exists`, which the `callback` handler adds to
   * its redirect as `?error=`.
   */
  linkIdentity(credentials: SignInWithIdTokenCredentials): Promise<Result<SignedIn>>;
  linkIdentity(credentials: SignInWithOAuthCredentials): Promise<Result<SuccessOf<OAuthResponse>>>;
  /**
   * Unlinks an identity that `getUserIdentities` returned. The claims change at the next refresh.
   * Errors: `single_identity_not_deletable`, `identity_not_found`.
   */
  unlinkIdentity(identity: UserIdentity): Promise<Result<Record<never, never>>>;
  /** Gets the user's identities. Also works in a page. Errors: those of `getUser`. */
  getUserIdentities(): Promise<Result<{ identities: UserIdentity[] }>>;
  /** Signs in with an id token that a provider gave your app. */
  signInWithIdToken: Flow<Auth["signInWithIdToken"], SignedIn>;
  /** Signs a visitor in as a new anonymous user (`is_anonymous`). */
  signInAnonymously: Flow<Auth["signInAnonymously"], SignedIn>;
  /**
   * Finishes a flow with the code or `token_hash` from an email or SMS. Error: `otp_expired`, for
   * an expired or wrong code.
   */
  verifyOtp: Flow<Auth["verifyOtp"], SignedIn>;
  /**
   * Finishes a PKCE flow with the code from the redirect's URL, as the `callback` handler does.
   * Pass the query parameter `sb_flow_id` as `flowId`. Default: the flow that this browser started
   * last. Errors: `pkce_code_verifier_not_found` if another browser started the flow,
   * `flow_state_expired` after five minutes.
   */
  exchangeCodeForSession: Flow<Auth["exchangeCodeForSession"], SignedIn>;
  /**
   * Sends a confirmation email or SMS again. Error: `over_email_send_rate_limit`. The error has
   * `retryAfterSeconds` if the address just received an email, but not if the project has reached
   * its hourly limit.
   */
  resend: Flow<Auth["resend"]>;
  /** Sends a recovery email. The result does not show whether the address has an account. */
  resetPasswordForEmail: Flow<Auth["resetPasswordForEmail"]>;
  /** Sends the signed-in user a code that `updateUser` accepts as `nonce`. */
  reauthenticate(): Promise<Result<Record<never, never>>>;
  /**
   * Fetches the user from the auth service. Also works in a page. Error: a code that ends the
   * session, such as `session_not_found`.
   */
  getUser(): Promise<Result<{ user: User }>>;
  /**
   * Changes the user's attributes, such as `email`, `password` or `data`, and refreshes the claims.
   * Errors: `same_password`, `weak_password`, `email_exists`, `reauthentication_needed`.
   */
  updateUser: Flow<Auth["updateUser"], { user: User }>;
  /**
   * Refreshes the session even if no refresh is due. Errors: a code that ends the session;
   * `cookie_too_large`.
   */
  refreshSession(): Promise<Result<SignedIn>>;
  /**
   * Signs this browser in with tokens from a flow that the SDK does not have, such as a handover
   * from a native app. Never take the tokens from a URL, or from a form that you did not check with
   * `checkOrigin`: an attacker could sign the visitor in as another user. If the browser has
   * another session, that session ends in the browser and at the auth service. The event is
   * `USER_UPDATED` for the same user, else `SIGNED_IN`.
   *
   * Errors, in this order: `token_invalid` for a wrong signature, issuer, audience or role;
   * `session_not_found` for a session that the user signed out in this browser; those of a refresh;
   * those of `getUser`; `cookie_too_large`; `sign_in_refused` if the hook `allowSignIn` refuses.
   * After an error, the cookies are unchanged.
   * @example
   * const { data, error } = await scope.auth.adopt({ access_token, refresh_token });
   * if (error) return Response.json({ error: error.toJSON() }, { status: error.status ?? 401 });
   * return scope.apply(Response.json(data.user));
   */
  adopt(tokens: AdoptedTokens): Promise<Result<SignedIn>>;
  /**
   * Signs out this session (`local`), all sessions of the user (`global`) or all others (`others`).
   * Default: `global`, as in supabase-js; the browser's `session.signOut()` and the sign-out form
   * default to `local`. If the auth service does not confirm the sign-out, the flow returns an
   * error. With `local` and `global`, this browser is signed out anyway.
   */
  signOut(options?: { scope?: "global" | "local" | "others" }): Promise<Result<null>>;
  /**
   * Passkeys.
   * @beta
   */
  readonly passkey: PasskeyFlows;
  /** Second factors of the signed-in user. */
  readonly mfa: MfaFlows;
}
