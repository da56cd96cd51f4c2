import type { AuthChangeEvent, SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import { type Cookie, isPartName } from "../cookies/chunk.js";
import { fromBase64Url } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { BackendError } from "../errors/backend-error.js";
import type { FlowFacts } from "../errors/from-auth-flow.js";
import { fromNetworkFailure, messageOf } from "../errors/from-network.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { repeatOnce, timeSpent } from "../session/auth-http.js";
import type { CallTime } from "../session/call-time.js";
import { parseTokens } from "../session/refresh.js";
import { sendAuth, wasSent } from "../session/send-auth.js";
import type { AuthenticatedSession } from "../session/session.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";

/** Far enough away that auth-js never refreshes the session: the SDK has done so before. */
const NEVER_EXPIRES_SECONDS = Number.MAX_SAFE_INTEGER;
/** `@supabase/ssr` begins the session it writes with this. */
const ENCODED = "base64-";
/** Stands where auth-js expects a refresh token; the real one stays with the session store. */
const WITHHELD = "withheld";
/** Longest life of a PKCE verifier cookie: mail links are good for a day at most. */
const VERIFIER_SECONDS = 24 * 3600;

/** What a flow left behind besides its result. */
export interface FlowTrace extends FlowFacts {
  /** New tokens, when the flow brought some. */
  tokens: TokenSet | null;
  /** The last event auth-js announced. */
  event: AuthChangeEvent | null;
}

/** What a flow is given. */
export interface FlowGiven {
  /** Names the flow in its errors, such as `auth.signUp`. */
  operation: string;
  jar: Jar;
  /** The session the flow acts in, or null for flows that need none. */
  session: AuthenticatedSession | null;
  /** Who asks: pays for each request, and is told to the service. */
  caller: Pick<Caller, "forwarded" | keyof CallLimiter>;
  /** Whether the cookies must not tell what the service answered: then they stay as before it. */
  isDiscreet: boolean;
  /** Whether verifiers stay until the flow has succeeded: after an outage it may be repeated. */
  keepsVerifiers: boolean;
  /** The caller's; ends the flow. */
  signal: AbortSignal | undefined;
  /** What the flow may spend. */
  time: CallTime;
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

/** The request's PKCE verifiers, under the name the flow knows, whichever name they came under. */
function readVerifiers(jar: Jar): Cookie[] {
  const { own, read } = jar.naming;
  return jar.getAll().flatMap(({ name, value }) => {
    const source = read.find(({ flow }) => name.startsWith(`${flow}-`));
    return source ? [{ name: own.flow + name.slice(source.flow.length), value }] : [];
  });
}

/** The tokens of the session that `@supabase/ssr` wants written; null when there are no new ones. */
function readTokens(encoded: string, nowMs: number): TokenSet | null {
  const text = fromBase64Url(encoded.slice(ENCODED.length));
  if (!text) return null;
  const tokens = parseTokens(JSON.parse(text), nowMs);
  // A user update writes the session it was shown; only real tokens are news.
  return tokens?.refreshToken === WITHHELD ? null : tokens;
}

/** What follows `/auth/v1` in an address that auth-js asks for. */
function pathOf(backend: Backend, input: RequestInfo | URL): string {
  const address = input instanceof Request ? input.url : String(input);
  return address.slice(`${backend.url}/auth/v1`.length);
}

/** The flows' fetch: within the flow's time, and it remembers what auth-js drops from an answer. */
function flowFetch(
  backend: Backend,
  trace: FlowTrace,
  { operation, session, caller, signal, time }: FlowGiven,
): typeof fetch {
  return async (input, init = {}) => {
    const fail = (error: BackendError): never => {
      trace.failure = error;
      throw new Error(error.message);
    };
    if (time.leftMs <= 0) return fail(timeSpent(operation));
    const method = init.method ?? "GET";
    const send = () =>
      sendAuth(backend, {
        operation,
        path: pathOf(backend, input),
        method,
        headers: init.headers ?? {},
        body: init.body,
        forwarded: caller.forwarded,
        limiter: caller,
        user: session?.claims.sub,
        timeoutMs: time.leftMs,
        signal,
      });
    const result = await repeatOnce(backend, { isRepeatable: method === "GET", time }, send);
    if (!wasSent(result)) return fail(result);
    const { answer, error } = result;
    if (!answer) return fail(error ?? fromNetworkFailure(null, { operation }));
    const { status, headers, text } = answer;
    trace.refusal = error;
    trace.answer = {
      status,
      sentence: messageOf(answer.body),
      retryAfterSeconds: answer.retryAfterSeconds,
      requestId: answer.requestId,
    };
    if (error && status >= 300 && status < 400) return fail(error);
    return new Response(text || null, { status, headers });
  };
}

/**
 * Opens Supabase's auth client for one flow, over the SDK's jar. Verifier cookies pass through
 * (HttpOnly); the session it wants to write is caught and handed to the caller instead.
 */
export async function openFlowClient(
  backend: Backend,
  given: FlowGiven,
): Promise<{ auth: SupabaseClient["auth"]; trace: FlowTrace }> {
  const { jar, session } = given;
  const { flow } = jar.naming.own;
  // Loaded at the first flow: pages never need it.
  const { createServerClient } = await import("@supabase/ssr");
  const trace: FlowTrace = {
    tokens: null,
    event: null,
    failure: null,
    refusal: null,
    answer: { status: 0 },
  };
  const client = createServerClient(backend.url, backend.anonKey, {
    cookieOptions: { name: flow },
    // The callback's address then names its flow, so that two tabs do not take each other's.
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    global: { fetch: flowFetch(backend, trace, given) },
    cookies: {
      getAll: () => [...readVerifiers(jar), ...(session ? [shownSession(flow, session)] : [])],
      setAll: (changes) => {
        // auth-js drops the verifier of a flow that the service refused, such as for an address
        // without an account. Left in place, it ends with its cookie.
        if (given.isDiscreet && isAnswered(trace)) return;
        // A removal has an empty value; the parts of a session come in order.
        let encoded = "";
        for (const { name, value } of changes) {
          if (isPartName(name, flow)) encoded += value;
          else if (value !== "") jar.set(name, value, VERIFIER_SECONDS);
          else if (!given.keepsVerifiers) jar.remove(name);
        }
        trace.tokens = readTokens(encoded, backend.runtime.now()) ?? trace.tokens;
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

/** The verifier that an exchange uses: that of its flow, else of the flow that was begun last. */
export function verifierOf(jar: Jar, flowId: string | undefined): string | undefined {
  const { flow } = jar.naming.own;
  const name =
    flowId === undefined ? `${flow}-code-verifier` : `${flow}-flow-${flowId}-code-verifier`;
  return readVerifiers(jar).find((cookie) => cookie.name === name)?.value;
}

/** Removes a verifier that was used, under every name that auth-js keeps it. */
export function removeVerifier(jar: Jar, used: string | undefined): void {
  if (used === undefined) return;
  const prefixes = jar.naming.read.map(({ flow }) => `${flow}-`);
  for (const { name, value } of jar.getAll()) {
    if (value === used && prefixes.some((prefix) => name.startsWith(prefix))) jar.remove(name);
  }
}

/** Refuses a flow where cookies cannot be written: its session would be lost. */
export function readOnlyRefusal(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "cookies_read_only",
    message: `${operation} changes the session; call it in an action or a route handler.`,
    operation,
  });
}
