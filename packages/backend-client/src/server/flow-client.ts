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
import type { Report } from "../session/report-types.js";
import type { AuthenticatedSession } from "../session/session.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";
import { flowFetch, noFacts } from "./flow-fetch.js";

/** auth-js refreshes a session that is about to expire, but only the SDK may refresh sessions. */
const NEVER_EXPIRES_SECONDS = Number.MAX_SAFE_INTEGER;
const ENCODED = "base64-";
/** Given to auth-js in place of the refresh token. */
const WITHHELD = "withheld";
/** Lifetime of a verifier cookie. An emailed link is valid for at most one day. */
const VERIFIER_SECONDS = 24 * 3600;

export interface FlowTrace extends FlowFacts {
  tokens: TokenSet | null;
  isUnusable: boolean;
  event: AuthChangeEvent | null;
}

export interface FlowGiven {
  operation: string;
  jar: Jar;
  session: AuthenticatedSession | null;
  caller: Pick<Caller, "forwarded" | keyof CallLimiter>;
  /**
   * If true, the service's response changes no verifier cookies. A change could reveal whether an
   * account exists.
   */
  isDiscreet: boolean;
  /**
   * If true, verifiers remain until the flow succeeds, so that the user can try a failed flow
   * again.
   */
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
  source: string;
  isSsr: boolean;
}

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

export async function openFlowClient(
  backend: Backend,
  given: FlowGiven,
): Promise<{ auth: SupabaseClient["auth"]; trace: FlowTrace }> {
  const { operation, jar, session, caller, log, signal, time } = given;
  const { flow } = jar.naming.own;
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
    // The callback URL contains the id of its flow, so that flows in two tabs do not mix up their
    // verifiers.
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    global: { fetch: flowFetch(backend, trace, terms) },
    cookies: {
      getAll: () => [
        ...readVerifiers(backend, jar),
        ...(session ? [shownSession(flow, session)] : []),
      ],
      setAll: (changes) => {
        // auth-js removes the verifier when the service refuses a flow. A removed cookie would
        // reveal that the address has no account.
        if (given.isDiscreet && isAnswered(trace)) return;
        let encoded = "";
        for (const { name, value } of changes) {
          if (isPartName(name, flow)) encoded += value;
          else if (value !== "") jar.set(name, value, VERIFIER_SECONDS);
          else if (!given.keepsVerifiers) jar.remove(name);
        }
        if (encoded === "") return;
        const tokens = readTokens(encoded, backend.runtime.now());
        if (tokens === null) trace.isUnusable = true;
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

/** auth-js stores a verifier in several cookies, so remove every cookie with this value. */
export function removeVerifier(backend: Backend, jar: Jar, used: string): void {
  for (const { source, value } of readVerifiers(backend, jar)) {
    if (value === used) jar.remove(source);
  }
}

export function readOnlyRefusal(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "cookies_read_only",
    message: `${operation} changes the session; call it in an action or a route handler.`,
    operation,
  });
}
