import type { AuthChangeEvent, SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import { type Cookie, isPartName } from "../cookies/chunk.js";
import { fromBase64Url } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { BackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { repeatOnce, timeSpent } from "../session/auth-call.js";
import type { CallTime } from "../session/call-time.js";
import { parseTokens } from "../session/refresh.js";
import { sendAuth, wasSent } from "../session/send-auth.js";
import type { AuthenticatedSession } from "../session/session.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";

/** Far enough away that auth-js never refreshes by itself: the SDK has done so before. */
const NEVER_EXPIRES_SECONDS = 10 * 365 * 24 * 3600;
/** Stands where auth-js expects a refresh token; the real one stays with the session store. */
const WITHHELD = "withheld";
/** Longest life of a PKCE verifier cookie: mail links are good for a day at most. */
const VERIFIER_SECONDS = 24 * 3600;

/** What a flow left behind besides its result. */
export interface FlowTrace {
  /** New tokens, when the flow brought some. */
  tokens: TokenSet | null;
  /** The last event auth-js announced. */
  event: AuthChangeEvent | null;
  /** Why the last request got no answer, or what its answer said beyond the body. */
  failure: BackendError | null;
  answer: {
    status: number;
    retryAfterSeconds?: number | undefined;
    requestId?: string | undefined;
  };
}

/** What a flow is given. */
export interface FlowGiven {
  jar: Jar;
  /** The session the flow acts in, or null for flows that need none. */
  session: AuthenticatedSession | null;
  /** Who asks: pays for each request, and is told to the service. */
  caller: Pick<Caller, "forwarded" | keyof CallLimiter>;
  /** Whether the cookies must not tell what the service answered: then they stay as before it. */
  isDiscreet: boolean;
  /** The caller's; ends the flow. */
  signal: AbortSignal | undefined;
  /** What the flow may spend. */
  time: CallTime;
}

function shownSession(backend: Backend, name: string, session: AuthenticatedSession): Cookie {
  const { claims, accessToken } = session;
  const value = JSON.stringify({
    access_token: accessToken,
    refresh_token: WITHHELD,
    token_type: "bearer",
    expires_in: NEVER_EXPIRES_SECONDS,
    expires_at: Math.floor(backend.runtime.now() / 1000) + NEVER_EXPIRES_SECONDS,
    user: { id: claims.sub, aud: claims.aud, role: claims.role, email: claims.email },
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

/** Puts the session that `@supabase/ssr` wants written back together; null when it is none. */
function readTokens(parts: Map<string, string>, nowMs: number): TokenSet | null {
  const encoded = [...parts]
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([, value]) => value)
    .join("");
  const text = encoded.startsWith("base64-") ? fromBase64Url(encoded.slice(7)) : encoded;
  if (!text) return null;
  try {
    const tokens = parseTokens(JSON.parse(text), nowMs);
    // A user update writes the session it was shown; only real tokens are news.
    return tokens?.refreshToken === WITHHELD ? null : tokens;
  } catch {
    return null;
  }
}

/** The path of an address below `/auth/v1`: the client that auth-js gets reaches nothing else. */
function pathOf(backend: Backend, input: RequestInfo | URL): string {
  const base = `${backend.url}/auth/v1`;
  const address = input instanceof Request ? input.url : String(input);
  if (!address.startsWith(`${base}/`)) throw new TypeError("auth-js asks another service");
  return address.slice(base.length);
}

/** The flows' fetch: within the flow's time, and it remembers what auth-js drops from an answer. */
function flowFetch(
  backend: Backend,
  trace: FlowTrace,
  { session, caller, signal, time }: FlowGiven,
): typeof fetch {
  return async (input, init = {}) => {
    const operation = "auth.flow";
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
    trace.answer = {
      status,
      retryAfterSeconds: answer.retryAfterSeconds,
      requestId: answer.requestId,
    };
    if (error && status >= 300 && status < 400) return fail(error);
    return new Response(status === 204 ? null : text, { status, headers });
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
    answer: { status: 0 },
  };
  const client = createServerClient(backend.url, backend.anonKey, {
    cookieOptions: { name: flow },
    global: { fetch: flowFetch(backend, trace, given) },
    cookies: {
      getAll: () => [
        ...readVerifiers(jar),
        ...(session ? [shownSession(backend, flow, session)] : []),
      ],
      setAll: (changes) => {
        // auth-js drops the verifier of a flow that the service refused, such as for an address
        // without an account. Left in place, it ends with its cookie.
        if (given.isDiscreet && isAnswered(trace)) return;
        const parts = new Map<string, string>();
        for (const { name, value, options } of changes) {
          if (!isPartName(name, flow)) {
            if (options.maxAge === 0 || value === "") jar.remove(name);
            else jar.set(name, value, VERIFIER_SECONDS);
          } else if (value !== "") parts.set(name, value);
        }
        if (parts.size === 0) return;
        trace.tokens = readTokens(parts, backend.runtime.now()) ?? trace.tokens;
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

/** The verifier of the flow that was begun last: an exchange without a flow id uses that one. */
export function lastVerifier(jar: Jar): string | undefined {
  const name = `${jar.naming.own.flow}-code-verifier`;
  return readVerifiers(jar).find((cookie) => cookie.name === name)?.value;
}

/** Removes a verifier that was used, under every name that auth-js keeps it. */
export function removeVerifier(jar: Jar, used: string | undefined): void {
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
