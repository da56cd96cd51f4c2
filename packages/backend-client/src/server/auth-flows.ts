import type { SupabaseClient, User } from "@supabase/supabase-js";
import { AUTH_DEADLINE_MS, FLOW_DEADLINE_MS } from "../config/constants.js";
import { BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromAuthFlow } from "../errors/from-auth-flow.js";
import { CallTime } from "../session/call-time.js";
import { isSessionEvent } from "../session/events.js";
import { peekClaims } from "../session/jwt.js";
import { isTerminal, startSkewCooldown } from "../session/refresh.js";
import { revokeSession } from "../session/revoke-session.js";
import { type Session, toInitialSession } from "../session/session.js";
import type { TokenSet } from "../session/types.js";
import { verifyToken } from "../session/verify.js";
import type { AuthFlows, SignedIn } from "./auth-flow-types.js";
import {
  type FlowTrace,
  openFlowClient,
  readOnlyRefusal,
  removeVerifier,
  verifierOf,
} from "./flow-client.js";
import type { FlowContext, FlowPlan, RunFlow, Upstream } from "./flow-context.js";
import { createMfaFlows } from "./mfa-flows.js";
import { signOut } from "./sign-out.js";

/** Some flows return no user, such as the first half of an address change. */
function userOf(data: unknown): User | null {
  if (typeof data !== "object" || data === null || !("user" in data)) return null;
  return data.user as User | null;
}

/** Some flows need another step before they create a session. */
function hasSession(data: unknown): boolean {
  return typeof data === "object" && data !== null && "session" in data && data.session !== null;
}

function weakPasswordOf(data: unknown): SignedIn["weakPassword"] {
  if (typeof data !== "object" || data === null || !("weakPassword" in data)) return undefined;
  return (data.weakPassword as SignedIn["weakPassword"] | null) ?? undefined;
}

/** The cookies are written, but the new token cannot be checked right now. */
function unchecked(error: BackendError, operation: string): BackendError {
  if (error.kind !== "network") return error;
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} succeeded, but the session cannot be checked right now. Load the page again in a moment.`,
    retryable: true,
    retryAfterSeconds: error.retryAfterSeconds,
    operation,
    cause: error,
  });
}

async function checkNew(
  { backend, secret, caller, log }: FlowContext,
  { accessToken }: TokenSet,
): Promise<{ error: BackendError | null }> {
  const time = new CallTime(backend.runtime, AUTH_DEADLINE_MS);
  const given = {
    secret,
    isFromService: true,
    headers: caller.forwarded,
    limiter: caller,
    time,
    log,
  };
  const check = await verifyToken(backend, accessToken, given);
  return { error: check.status === "valid" ? null : check.error };
}

async function keepSession(context: FlowContext, trace: FlowTrace): Promise<void> {
  const { store } = await context.open();
  if (trace.tokens) {
    const read = store.read();
    const isOther =
      read.status === "whole" &&
      peekClaims(read.session.accessToken)?.session_id !==
        peekClaims(trace.tokens.accessToken)?.session_id;
    const { error } = await checkNew(context, trace.tokens);
    if (error?.code === "clock_skew") {
      await startSkewCooldown(context.backend, trace.tokens.refreshToken, {
        error,
        log: context.log,
      });
    }
    const event = isSessionEvent(trace.event) ? trace.event : "SIGNED_IN";
    try {
      await store.write(trace.tokens, event, isOther ? read.session : null);
    } catch (thrown) {
      revokeSession(context.backend, trace.tokens.accessToken, context.caller.forwarded);
      throw thrown;
    }
    // The replaced session also ends at the service, in the background.
    if (isOther) {
      revokeSession(context.backend, read.session.accessToken, context.caller.forwarded);
    }
  } else if (trace.event === "USER_UPDATED") {
    // The token's claims are older than the change. A refresh updates them if it succeeds.
    await context.refresh();
    await store.note("USER_UPDATED");
  }
}

function endsSession(error: BackendError): boolean {
  // When the project's hook rejects a second factor, the service ends all sessions of the user.
  return isTerminal(error) || error.code === "mfa_verification_rejected";
}

export function createAuthFlows(context: FlowContext): AuthFlows {
  const { backend } = context;

  const run: RunFlow = async <T>(
    plan: FlowPlan,
    call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
  ): Promise<Result<T>> => {
    const { operation, needsSession, isRead = false } = plan;
    const { isDiscreet = false, keepsVerifiers = false } = plan;
    try {
      if (!isRead && !context.canWrite) return { data: null, error: readOnlyRefusal(operation) };
      const session = needsSession ? await context.session() : null;
      if (session?.status === "unavailable") return { data: null, error: session.error };
      if (session?.status === "unauthenticated") return { data: null, error: missing(operation) };
      const { jar, store } = await context.open();
      const { signal, caller } = context;
      const time = new CallTime(backend.runtime, FLOW_DEADLINE_MS);
      const given = {
        operation,
        jar,
        session,
        caller,
        isDiscreet,
        keepsVerifiers,
        signal,
        time,
      };
      const { auth, trace } = await openFlowClient(backend, given);
      const result = await call(auth);
      if (result.error) {
        const error = fromAuthFlow(result.error, trace, operation);
        if (needsSession && endsSession(error) && context.canWrite) {
          const read = store.read();
          if (read.status === "whole") await store.end(read.session, { isVerified: true });
          store.clear();
        }
        await context.changed();
        return { data: null, error };
      }
      await keepSession(context, trace);
      await context.changed();
      return { data: result.data as T, error: null };
    } catch (thrown) {
      return { data: null, error: unexpected(thrown, operation) };
    }
  };

  const signIn = async (
    operation: string,
    call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
    plan: Pick<FlowPlan, "keepsVerifiers"> = {},
  ): Promise<Result<SignedIn>> => {
    const result = await run<unknown>({ ...plan, operation, needsSession: false }, call);
    if (result.error) return result;
    const session = await context.session();
    if (session.status === "unavailable" && hasSession(result.data)) {
      return { data: null, error: unchecked(session.error, operation) };
    }
    const weakPassword = weakPasswordOf(result.data);
    const data = { user: userOf(result.data), session: shown(session) };
    return { data: { ...data, ...(weakPassword ? { weakPassword } : {}) }, error: null };
  };

  const shown = (session: Session): SignedIn["session"] => {
    const found = toInitialSession(session, backend.runtime.now());
    return found.status === "authenticated" ? found : null;
  };

  const open = (operation: string) => ({ operation: `auth.${operation}`, needsSession: false });
  /**
   * Anyone may start this flow for any address, so its cookies must not reveal who has an account.
   */
  const discreet = (operation: string) => ({ ...open(operation), isDiscreet: true });
  const asUser = (operation: string) => ({ operation: `auth.${operation}`, needsSession: true });

  return {
    signUp: (input) => signIn("auth.signUp", (auth) => auth.signUp(input)),
    signInWithPassword: (input) =>
      signIn("auth.signInWithPassword", (auth) => auth.signInWithPassword(input)),
    signInWithIdToken: (input) =>
      signIn("auth.signInWithIdToken", (auth) => auth.signInWithIdToken(input)),
    signInAnonymously: (input) =>
      signIn("auth.signInAnonymously", (auth) => auth.signInAnonymously(input)),
    verifyOtp: (input) => signIn("auth.verifyOtp", (auth) => auth.verifyOtp(input)),
    exchangeCodeForSession: async (code, options) => {
      const exchange = async (auth: SupabaseClient["auth"]): Promise<Upstream> => {
        const { jar } = await context.open();
        const used = verifierOf(jar, options?.flowId);
        const result = await auth.exchangeCodeForSession(code, options);
        if (!result.error) removeVerifier(jar, used);
        return result;
      };
      return signIn("auth.exchangeCodeForSession", exchange, { keepsVerifiers: true });
    },
    signInWithOtp: (input) => run(discreet("signInWithOtp"), (auth) => auth.signInWithOtp(input)),
    signInWithOAuth: (input) => run(open("signInWithOAuth"), (auth) => auth.signInWithOAuth(input)),
    resend: (input) => run(discreet("resend"), (auth) => auth.resend(input)),
    resetPasswordForEmail: (email, options) =>
      run(discreet("resetPasswordForEmail"), (auth) => auth.resetPasswordForEmail(email, options)),
    reauthenticate: async () => {
      const { error } = await run(asUser("reauthenticate"), (auth) => auth.reauthenticate());
      return error ? { data: null, error } : { data: {}, error: null };
    },
    getUser: () => run({ ...asUser("getUser"), isRead: true }, (auth) => auth.getUser()),
    updateUser: (attributes, options) =>
      run(asUser("updateUser"), (auth) => auth.updateUser(attributes, options)),
    refreshSession: async () => {
      if (!context.canWrite) return { data: null, error: readOnlyRefusal("auth.refreshSession") };
      const { session, error } = await context.refresh();
      if (error) return { data: null, error };
      if (session.status === "unauthenticated") {
        return { data: null, error: session.error ?? missing("auth.refreshSession") };
      }
      return { data: { user: null, session: shown(session) }, error: null };
    },
    signOut: (options) => signOut(context, options?.scope ?? "global"),
    mfa: createMfaFlows(run, context),
  };
}

function missing(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "session_missing",
    message: `${operation} acts as a user, and no user is signed in.`,
    operation,
  });
}

function unexpected(thrown: unknown, operation: string): BackendError {
  if (isBackendError(thrown)) return thrown;
  return new BackendError({
    kind: "auth",
    code: "unknown",
    message: `${operation} failed in an unexpected way.`,
    operation,
    cause: thrown,
  });
}
