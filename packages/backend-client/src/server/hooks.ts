import type { User } from "@supabase/supabase-js";
import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import type { BreakerStatus } from "../session/report.js";
import type { ClaimsOf } from "../session/session.js";
import type { Scope } from "./scope-type.js";

/**
 * The flow that signed the user in. The `callback` handler uses `exchangeCodeForSession`, `confirm`
 * uses `verifyOtp`. Minor versions may add names.
 */
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
  /** The provider's refresh token. Absent if the provider gave none. */
  refreshToken?: string;
}

/** A user who is about to be signed in. */
export interface SignInCandidate<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /** Acts as this user. Read-only, and its calls start no hooks. */
  scope: Scope<Database, Claims>;
  /** Claims of the verified token. */
  claims: ClaimsOf<Claims>;
  /** The user as the service describes it. Null if its response has none. */
  user: User | null;
  /** The flow. */
  via: SignInFlow;
}

/**
 * The decision of `allowSignIn`: `true` lets the user in, `refuse` has a code of the app's own. Any
 * other value, `false` included, counts as a failure of the hook.
 */
export type SignInVerdict =
  | boolean
  | {
      /** A code of the app's own, such as `not_a_member`. */
      refuse: string;
    };

/** A user who has been signed in. */
export interface CompletedSignIn<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends SignInCandidate<Database, Claims> {
  /** Present after an OAuth flow if the option `providerTokens` is true. */
  providerTokens?: ProviderTokens;
}

/** A session that ended. Its token was verified. */
export interface EndedSignIn {
  /** The user's id. */
  userId: string;
  /** The claim `session_id`. */
  sessionId: string;
  /** `others` ends all sessions of the user but this one. `local` unless the user signed out. */
  scope: "local" | "global" | "others";
  /** The user signed out, the service ended the session, or another sign-in replaced it. */
  reason: "user" | "service" | "replaced";
}

/** Something that the session server refused. */
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
  /** The failure. If the breaker just closed or lets a call test the service: the one before. */
  error: BackendError;
  /** State of the breaker: calls are sent (`closed`), calls are paused (`open`), or one call tests the service. */
  breaker: BreakerStatus;
}

/**
 * Functions that the session server calls. All but `allowSignIn` are notifications: nothing waits
 * for them, and one that throws is logged as `hook_failed`. Calls inside a hook start no hooks.
 */
export interface SessionHooks<Database = UntypedDatabase, Claims extends object = NoClaims> {
  /**
   * Decides whether a user may sign in, before any cookie is set. Called for every flow that
   * creates a session. Return `true`, or `{ refuse: code }`, which becomes
   * `auth/sign_in_refused` with that `upstreamCode`. If it throws, takes longer than 2 s or returns
   * anything else, the sign-in fails with `network/service_unavailable`. In all cases but `true`
   * the new session is revoked. Default: everyone may sign in.
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
  /** The user is signed in. */
  signedIn?: (signIn: CompletedSignIn<Database, Claims>) => unknown;
  /** The tokens of a session were refreshed. Called once for all requests that share a refresh. */
  refreshed?: (session: {
    /** Claims of the new token. */
    claims: ClaimsOf<Claims>;
  }) => unknown;
  /** A limit, the origin check or the check of a token refused a request. */
  refused?: (refused: RefusedCall) => unknown;
  /** A session ended. */
  signedOut?: (ended: EndedSignIn) => unknown;
  /** A call to the auth service failed as the service's fault, or the breaker changed. */
  serviceFault?: (fault: AuthServiceFault) => unknown;
}
