import type { User } from "@supabase/supabase-js";
import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import type { BreakerStatus } from "../session/report-types.js";
import type { ClaimsOf } from "../session/session.js";
import type { Scope } from "./scope-type.js";

/** The flow that signed the user in. Minor versions may add names. */
export type SignInFlow =
  | "signUp"
  | "signInWithPassword"
  | "signInWithIdToken"
  | "signInAnonymously"
  | "verifyOtp"
  | "exchangeCodeForSession"
  | "linkIdentity"
  | "passkey"
  | "adopt";

/** The tokens of an OAuth provider. Store them encrypted, and never show them to a browser. */
export interface ProviderTokens {
  /** The provider's access token. */
  accessToken: string;
  /** The provider's refresh token. Absent if the provider returned none. */
  refreshToken?: string;
}

/** A user who completed a sign-in flow and whom `allowSignIn` may refuse. */
export interface SignInCandidate<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /** A scope that acts as this user. The scope cannot set cookies, and its calls start no hooks. */
  scope: Scope<Database, Claims>;
  /** Claims of the verified token. */
  claims: ClaimsOf<Claims>;
  /** The user as the auth service describes them. Null if its response has no user. */
  user: User | null;
  /** The flow that signed the user in. */
  via: SignInFlow;
}

/**
 * The decision of `allowSignIn`: `true` signs the user in, and `refuse` refuses with the app's own
 * error code. Any other value, including `false`, is treated as a failure of the hook.
 */
export type SignInVerdict =
  | boolean
  | {
      /** The app's own error code, such as `not_a_member`. */
      refuse: string;
    };

/** A user who has signed in. */
export interface CompletedSignIn<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends SignInCandidate<Database, Claims> {
  /** Present after an OAuth flow if the option `providerTokens` is true. */
  providerTokens?: ProviderTokens;
}

/** A session that ended. The server had verified the session's token. */
export interface EndedSignIn {
  /** The user's id. */
  userId: string;
  /** The claim `session_id`. */
  sessionId: string;
  /**
   * The sessions that ended: this session (`local`), all sessions of the user (`global`), or all
   * but this one (`others`).
   */
  scope: "local" | "global" | "others";
  /**
   * The reason: the user signed out, the auth service ended the session, or another sign-in
   * replaced it.
   */
  reason: "user" | "service" | "replaced";
}

/** A request or call that the session server refused. */
export interface RefusedCall {
  /** The refused operation, such as `auth.signInWithPassword`. */
  operation: string;
  /** `rate_limited`, `client_address_unknown`, `origin_mismatch` or `token_invalid`. */
  error: BackendError;
}

/** A failure of the auth service that no visitor caused. */
export interface AuthServiceFault {
  /** The operation, such as `auth.refresh`. */
  operation: string;
  /**
   * The failure. While the circuit breaker tests the service or has just closed, this is the
   * previous failure.
   */
  error: BackendError;
  /**
   * State of the circuit breaker: calls are sent (`closed`) or paused (`open`), or one call tests
   * the service (`probe`).
   */
  breaker: BreakerStatus;
}

/**
 * Functions that the session server calls. All except `allowSignIn` are notifications: the server
 * does not wait for them, and logs `hook_failed` if one throws. Calls inside a hook start no hooks.
 */
export interface SessionHooks<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /**
   * Decides whether a user may sign in, before the server sets any cookie. Called for every flow
   * that creates a session. Return `true`, or `{ refuse: code }`; the flow then returns
   * `auth/sign_in_refused` with `code` as its `upstreamCode`. If the hook throws, takes longer than
   * 2 s or returns another value, the sign-in fails with `network/service_unavailable`. Default:
   * every user may sign in.
   * @example
   * createSessionServer(backend, {
   *   hooks: {
   *     async allowSignIn({ scope, claims }) {
   *       const query = scope.db.from("members").select("id").eq("user_id", claims.sub);
   *       return unwrap(await query.maybeSingle()) ? true : { refuse: "not_a_member" };
   *     },
   *   },
   * });
   */
  allowSignIn?: (
    candidate: SignInCandidate<Database, Claims>,
  ) => SignInVerdict | Promise<SignInVerdict>;
  /** Called when a user has signed in. */
  signedIn?: (signIn: CompletedSignIn<Database, Claims>) => unknown;
  /**
   * Called once when the server has refreshed a session, even if several requests share the
   * refresh.
   */
  refreshed?: (session: { claims: ClaimsOf<Claims> }) => unknown;
  /** Called when a limit, the origin check or the check of a token refused a request. */
  refused?: (refused: RefusedCall) => unknown;
  /** Called when a session ended. */
  signedOut?: (ended: EndedSignIn) => unknown;
  /**
   * Called when a call failed because of the auth service, or the circuit breaker changed its
   * state.
   */
  serviceFault?: (fault: AuthServiceFault) => unknown;
}
