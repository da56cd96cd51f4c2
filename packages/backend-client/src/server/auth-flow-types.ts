import type { SupabaseClient, User } from "@supabase/supabase-js";
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

/** Who signed in. The tokens went into the cookies and are not part of it. */
export interface SignedIn {
  user: User | null;
  /** Null when the flow needs another step first, such as a confirmation by mail. */
  session: Extract<PublicSession, { status: "authenticated" }> | null;
}

/** Second factors, as Supabase names them. */
export interface MfaFlows {
  enroll: Flow<Mfa["enroll"]>;
  challenge: Flow<Mfa["challenge"]>;
  /** On success the session reaches `aal2`. */
  verify: Flow<Mfa["verify"], { user: User | null }>;
  challengeAndVerify: Flow<Mfa["challengeAndVerify"], { user: User | null }>;
  unenroll: Flow<Mfa["unenroll"]>;
  /** Asks the auth service; nothing is taken from cookies. Pages may call it. */
  listFactors: Flow<Mfa["listFactors"]>;
  /** Levels from the verified token and the service's list of factors. */
  getAuthenticatorAssuranceLevel(): Promise<
    Result<{ currentLevel: "aal1" | "aal2"; nextLevel: "aal1" | "aal2" }>
  >;
}

/**
 * Supabase's auth flows under their own names and arguments. Results are `{ data, error }`; `data`
 * never holds tokens, since the SDK keeps the session itself.
 * @see https://supabase.com/docs/reference/javascript/auth-api
 */
export interface AuthFlows {
  signUp: Flow<Auth["signUp"], SignedIn>;
  signInWithPassword: Flow<Auth["signInWithPassword"], SignedIn>;
  signInWithOtp: Flow<Auth["signInWithOtp"]>;
  signInWithOAuth: Flow<Auth["signInWithOAuth"]>;
  signInWithIdToken: Flow<Auth["signInWithIdToken"], SignedIn>;
  signInAnonymously: Flow<Auth["signInAnonymously"], SignedIn>;
  verifyOtp: Flow<Auth["verifyOtp"], SignedIn>;
  exchangeCodeForSession: Flow<Auth["exchangeCodeForSession"], SignedIn>;
  resend: Flow<Auth["resend"]>;
  resetPasswordForEmail: Flow<Auth["resetPasswordForEmail"]>;
  reauthenticate(): Promise<Result<Record<never, never>>>;
  /** Asks the auth service who this is. Pages may call it. */
  getUser(): Promise<Result<{ user: User }>>;
  updateUser: Flow<Auth["updateUser"], { user: User }>;
  /** Refreshes now, whether due or not. */
  refreshSession(): Promise<Result<SignedIn>>;
  /**
   * Signs out here (`local`), everywhere (`global`, the default) or elsewhere (`others`). Here it
   * always succeeds, even when the service cannot be told; the error then says so.
   */
  signOut(options?: { scope?: "global" | "local" | "others" }): Promise<Result<null>>;
  readonly mfa: MfaFlows;
}
