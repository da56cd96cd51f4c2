import type { AuthChangeEvent, SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import { type Cookie, isPartName } from "../cookies/chunk.js";
import { fromBase64Url } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { ssrCookieName, ssrVerifierSuffix } from "../cookies/ssr.js";
import { BackendError } from "../errors/backend-error.js";
import type { FlowFacts } from "../errors/from-auth-flow.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import type { CallTime } from "../session/call-time.js";
import { parseTokens } from "../session/refresh.js";
import type { Report } from "../session/report.js";
import type { AuthenticatedSession } from "../session/session.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";
import { flowFetch, noFacts } from "./flow-fetch.js";

/**
 * The expiry that auth-js receives, so that auth-js never refreshes the session. Only the SDK
 * refreshes sessions.
 */
const NEVER_EXPIRES_SECONDS = Number.MAX_SAFE_INTEGER;
/** `@supabase/ssr` writes this prefix before its session. */
const ENCODED = "base64-";
/**
 * The value that auth-js gets instead of the refresh token. Only the session store has the refresh
 * token.
 */
const WITHHELD = "withheld";
/** Lifetime of verifier cookies: one day, because no emailed link is valid for longer. */
const VERIFIER_SECONDS = 24 * 3600;

export interface FlowTrace extends FlowFacts {
  tokens: TokenSet | null;
  /** True if the response contains a session with unusable tokens. */
  isUnusable: boolean;
  event: AuthChangeEvent | null;
}

export interface FlowGiven {
  operation: string;
  jar: Jar;
  session: AuthenticatedSession | null;
  caller: Pick<Caller, "forwarded" | keyof CallLimiter>;
  /**
   * If true, the auth service's response changes no verifier cookies, because a change could reveal
   * whether an account exists.
   */
  isDiscreet: boolean;
  /** If true, verifiers remain until the flow succeeds, so that the user can repeat the flow. */
  keepsVerifiers: boolean;
  signal: AbortSignal | undefined;
  time: CallTime;
  log: Report;
}

function shownSession(name: string, { accessToken }: AuthenticatedSession): Cookie {
  const value = JSON.stringify({
    access_token: accessToken,
    refresh_token: WITHHELD,
    expires_in: NEVER_EXPIRES_SECONDS,
    expires_at: NEVER_EXPIRES_SECONDS,
  });
  return { name, value };
}

interface Verifier extends Cookie {
  /** Name of the cookie that contains the verifier. */
  source: string;
  /** True for a cookie of `@supabase/ssr`, which scripts can write. */
  isSsr: boolean;
}

/**
 * Returns the verifiers under the names that auth-js expects. The SDK's own verifiers come first.
 */
function readVerifiers(backend: Backend, jar: Jar): Verifier[] {
  const { own, read, isSsrRead, ssrName = ssrCookieName(backend.url) } = jar.naming;
  const cookies = jar.getAll();
  const ours = cookies.flatMap(({ name, value }) => {
    const from = read.find(({ flow }) => name.startsWith(`${flow}-`));
    const to = from && own.flow + name.slice(from.flow.length);
    return to ? [{ name: to, value, source: name, isSsr: false }] : [];
  });
  if (!isSsrRead) return ours;
  const theirs = cookies.flatMap(({ name, value }) => {
    const suffix = ssrVerifierSuffix(name, ssrName);
    return suffix === null ? [] : [{ name: own.flow + suffix, value, source: name, isSsr: true }];
  });
  return [...ours, ...theirs];
}

function readTokens(encoded: string, nowMs: number): TokenSet | null {
  const text = fromBase64Url(encoded.slice(ENCODED.length));
  return text ? parseTokens(JSON.parse(text), nowMs) : null;
}

/**
 * Creates Supabase's auth client for one flow. `trace` receives the session that auth-js wants to
 * store.
 */
export async function openFlowClient(
  backend: Backend,
  given: FlowGiven,
): Promise<{ auth: SupabaseClient["auth"]; trace: FlowTrace }> {
  const { operation, jar, session, caller, log, signal, time } = given;
  const { flow } = jar.naming.own;
  // Load `@supabase/ssr` with the first flow, because most requests run no flow.
  const { createServerClient } = await import("@supabase/ssr");
  const trace: FlowTrace = { tokens: null, isUnusable: false, event: null, ...noFacts() };
  const terms = {
    ...{ operation, log, signal, time },
    forwarded: caller.forwarded,
    limiter: caller,
    user: session?.claims.sub,
  };
  const client = createServerClient(backend.url, backend.anonKey, {
    cookieOptions: { name: flow },
    // Add the flow id to the callback URL, so that each of two tabs uses its own verifier.
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    global: { fetch: flowFetch(backend, trace, terms) },
    cookies: {
      getAll: () => [
        ...readVerifiers(backend, jar),
        ...(session ? [shownSession(flow, session)] : []),
      ],
      setAll: (changes) => {
        // auth-js removes the verifier when the auth service refuses a flow, for example for an
        // email address without an account. A removed cookie would reveal that there is no account,
        // so the verifier remains until its cookie expires.
        if (given.isDiscreet && isAnswered(trace)) return;
        // An empty value means that auth-js removes the cookie. The parts of a session arrive in
        // order.
        let encoded = "";
        for (const { name, value } of changes) {
          if (isPartName(name, flow)) encoded += value;
          else if (value !== "") jar.set(name, value, VERIFIER_SECONDS);
          else if (!given.keepsVerifiers) jar.remove(name);
        }
        if (encoded === "") return;
        const tokens = readTokens(encoded, backend.runtime.now());
        if (tokens === null) trace.isUnusable = true;
        // If the refresh token is still the placeholder, the flow changed only the user, and there
        // are no new tokens.
        else if (tokens.refreshToken !== WITHHELD) trace.tokens = tokens;
      },
    },
  });
  client.auth.onAuthStateChange((event) => {
    if (event !== "INITIAL_SESSION") trace.event = event;
  });
  return { auth: client.auth, trace };
}

function isAnswered({ answer, failure }: FlowTrace): boolean {
  return answer.status !== 0 || failure !== null;
}

/**
 * Returns the verifier of a flow. Without a flow id, returns the verifier of the flow that started
 * last.
 */
export function verifierOf(
  backend: Backend,
  jar: Jar,
  flowId: string | undefined,
): Pick<Verifier, "value" | "isSsr"> | undefined {
  const { flow } = jar.naming.own;
  const name =
    flowId === undefined ? `${flow}-code-verifier` : `${flow}-flow-${flowId}-code-verifier`;
  return readVerifiers(backend, jar).find((cookie) => cookie.name === name);
}

/**
 * Removes a verifier under all its names, because auth-js stores a verifier under several names.
 */
export function removeVerifier(backend: Backend, jar: Jar, used: string): void {
  for (const { source, value } of readVerifiers(backend, jar)) {
    if (value === used) jar.remove(source);
  }
}

/**
 * Returns the error for a flow that changes the session in a scope that cannot set cookies, such as
 * the scope of a page. The new session would be lost.
 */
export function readOnlyRefusal(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "cookies_read_only",
    message: `${operation} changes the session; call it in an action or a route handler.`,
    operation,
  });
}
