import type {
  SignInWithIdTokenCredentials,
  SignInWithOAuthCredentials,
  SupabaseClient,
} from "@supabase/supabase-js";
import { FLOW_DEADLINE_MS } from "../config/constants.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import { fromAuthFlow } from "../errors/from-auth-flow.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import { CallTime } from "../session/call-time.js";
import { isTerminal } from "../session/refresh.js";
import type { AuthenticatedSession } from "../session/session.js";
import { adoptTokens } from "./adopt.js";
import type { AuthFlows, SignedIn } from "./auth-flow-types.js";
import { openFlowClient, readOnlyRefusal, removeVerifier, verifierOf } from "./flow-client.js";
import type { FlowContext, FlowPlan, RunFlow, Upstream } from "./flow-context.js";
import { missing, unchecked, unexpected } from "./flow-errors.js";
import type { SignInFlow } from "./hooks.js";
import { keepFlow, signedInUser } from "./keep-session.js";
import { createMfaFlows } from "./mfa-flows.js";
import { createPasskeyFlows } from "./passkey-flows.js";
import { signOut } from "./sign-out.js";
import { hasSession, publicSession, userOf, weakPasswordOf } from "./signed-in.js";

function reportEnd({ log }: FlowContext, { claims }: AuthenticatedSession): void {
  const { sub: userId, session_id: sessionId } = claims;
  log.watcher?.signedOut({ userId, sessionId, scope: "local", reason: "service" });
}

function endsSession(error: BackendError): boolean {
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
        log: context.log,
      };
      const { auth, trace } = await openFlowClient(backend, given);
      const result = await call(auth);
      if (result.error) {
        const error = fromAuthFlow(result.error, trace, operation);
        if (needsSession && endsSession(error) && context.canWrite) {
          const read = store.read();
          const ended = read.status === "whole" ? read.session : undefined;
          if (ended) await store.ends.record(ended, { isVerified: true });
          store.clear(ended);
          if (session) reportEnd(context, session);
        }
        await context.changed();
        return { data: null, error };
      }
      // Unusable tokens must cause an error. A result without a session would mean that the user
      // still has to confirm the sign-up.
      if (trace.isUnusable) throw fromForeignAnswer({ ...trace.answer, operation });
      const complete = await keepFlow(context, trace, { plan, data: result.data });
      await context.changed();
      complete();
      return { data: result.data as T, error: null };
    } catch (thrown) {
      return { data: null, error: unexpected(thrown, operation) };
    }
  };

  const signIn = async (
    via: SignInFlow,
    call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
    plan: Partial<
      Pick<FlowPlan, "operation" | "keepsVerifiers" | "needsSession" | "onlyUser">
    > = {},
  ): Promise<Result<SignedIn>> => {
    const { operation = `auth.${via}` } = plan;
    const result = await run<unknown>({ needsSession: false, ...plan, operation, via }, call);
    if (result.error) return result;
    const session = await context.session();
    if (session.status === "unavailable" && hasSession(result.data)) {
      return { data: null, error: unchecked(session.error, operation) };
    }
    const weakPassword = weakPasswordOf(result.data);
    const data = {
      user: userOf(result.data),
      session: publicSession(session, backend.runtime.now()),
    };
    return { data: { ...data, ...(weakPassword ? { weakPassword } : {}) }, error: null };
  };

  const open = (operation: string) => ({ operation: `auth.${operation}`, needsSession: false });
  /** The flow's cookies must not reveal whether the address has an account. */
  const discreet = (operation: string) => ({ ...open(operation), isDiscreet: true });
  const asUser = (operation: string) => ({ operation: `auth.${operation}`, needsSession: true });

  return {
    signUp: (input) => signIn("signUp", (auth) => auth.signUp(input)),
    signInWithPassword: (input) =>
      signIn("signInWithPassword", (auth) => auth.signInWithPassword(input)),
    signInWithIdToken: (input) =>
      signIn("signInWithIdToken", (auth) => auth.signInWithIdToken(input)),
    signInAnonymously: (input) =>
      signIn("signInAnonymously", (auth) => auth.signInAnonymously(input)),
    verifyOtp: (input) => signIn("verifyOtp", (auth) => auth.verifyOtp(input)),
    exchangeCodeForSession: async (code, options) => {
      let onlyUser: string | undefined;
      const exchange = async (auth: SupabaseClient["auth"]): Promise<Upstream> => {
        const { jar } = await context.open();
        const used = verifierOf(backend, jar, options?.flowId);
        // Scripts can write the verifier cookies of `@supabase/ssr`, so a flow with such a verifier
        // must not sign another user in.
        if (used?.isSsr) onlyUser = await signedInUser(context);
        const result = await auth.exchangeCodeForSession(code, options);
        if (!result.error && used) removeVerifier(backend, jar, used.value);
        return result;
      };
      return signIn("exchangeCodeForSession", exchange, {
        keepsVerifiers: true,
        onlyUser: () => onlyUser,
      });
    },
    signInWithOtp: (input) => run(discreet("signInWithOtp"), (auth) => auth.signInWithOtp(input)),
    signInWithOAuth: (input) => run(open("signInWithOAuth"), (auth) => auth.signInWithOAuth(input)),
    signInWithSSO: (input) => run(open("signInWithSSO"), (auth) => auth.signInWithSSO(input)),
    linkIdentity: ((input: SignInWithIdTokenCredentials | SignInWithOAuthCredentials) =>
      "token" in input
        ? signIn("linkIdentity", (auth) => auth.linkIdentity(input), { needsSession: true })
        : run(asUser("linkIdentity"), (auth) => auth.linkIdentity(input))) as never,
    unlinkIdentity: (identity) =>
      run(asUser("unlinkIdentity"), (auth) => auth.unlinkIdentity(identity)),
    getUserIdentities: () =>
      run({ ...asUser("getUserIdentities"), isRead: true }, (auth) => auth.getUserIdentities()),
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
      return {
        data: { user: null, session: publicSession(session, backend.runtime.now()) },
        error: null,
      };
    },
    adopt: (tokens) => adoptTokens(context, tokens),
    signOut: (options) => signOut(context, options?.scope ?? "global"),
    passkey: createPasskeyFlows(run, signIn),
    mfa: createMfaFlows(run, context),
  };
}
