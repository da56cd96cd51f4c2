import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Backend, defineBackend } from "../../src/config/define-backend.js";
import { createVirtualRuntime, type VirtualRuntime } from "./virtual-runtime.js";

/** One request the fake saw. */
export interface Call {
  method: string;
  path: string;
  bearer: string | null;
  body: Record<string, unknown>;
}

type Answer = Response | "hang" | "reset";

/** An auth service in one function: rotating tokens, ES256 keys, faults on demand. */
export interface FakeAuth {
  backend: Backend;
  runtime: VirtualRuntime;
  calls: Call[];
  /** Calls whose path begins so. */
  count(path: string): number;
  /** Answers instead of the service while set. */
  fault: ((call: Call) => Answer | undefined) | null;
  /** Runs before each answer, to interleave something. */
  before: ((call: Call) => Promise<void>) | null;
  signIn(options?: { lifetimeSeconds?: number; claims?: Record<string, unknown> }): Promise<Tokens>;
  /** Publishes a new key and withdraws the old one. */
  rotateKey(): Promise<void>;
}

/** What the service hands out. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: "bearer";
  user: { id: string; aud: string; email: string };
}

let instances = 0;

/** A JSON answer as the auth service writes it. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, {
    status,
    headers: { "x-supabase-api-version": "2024-01-01", ...headers },
  });
}

/** Starts a fake at an address of its own, so that process-wide state is not shared. */
export async function createFakeAuth(): Promise<FakeAuth> {
  instances += 1;
  const url = `http://project-${instances}.test`;
  let kid = `key-${instances}-0`;
  let pair = await generateKeyPair("ES256", { extractable: true });
  let jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "ES256", use: "sig" };
  let serial = 0;
  const live = new Map<
    string,
    { sessionId: string; userId: string; claims: Record<string, unknown> }
  >();

  const issue = async (
    session: { sessionId: string; userId: string; claims: Record<string, unknown> },
    lifetimeSeconds = 3600,
  ): Promise<Tokens> => {
    serial += 1;
    const nowSeconds = Math.floor(runtime.now() / 1000);
    const email = `${session.userId}@example.test`;
    const access_token = await new SignJWT({
      iss: `${url}/auth/v1`,
      aud: "authenticated",
      role: "authenticated",
      session_id: session.sessionId,
      aal: "aal1",
      amr: [{ method: "password", timestamp: nowSeconds }],
      email,
      serial,
      ...session.claims,
    })
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setSubject(session.userId)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + lifetimeSeconds)
      .sign(pair.privateKey);
    const refresh_token = `refresh-${instances}-${serial}`;
    live.set(refresh_token, session);
    return {
      access_token,
      refresh_token,
      expires_in: lifetimeSeconds,
      token_type: "bearer",
      user: { id: session.userId, aud: "authenticated", email },
    };
  };

  const signIn: FakeAuth["signIn"] = ({ lifetimeSeconds, claims = {} } = {}) => {
    serial += 1;
    return issue(
      { sessionId: `session-${instances}-${serial}`, userId: `user-${serial}`, claims },
      lifetimeSeconds,
    );
  };

  const serve = async (call: Call): Promise<Response> => {
    const [path = "", query = ""] = call.path.split("?");
    const parameters = new URLSearchParams(query);
    if (path === "/.well-known/jwks.json") return answer(200, { keys: [jwk] });
    if (path === "/logout") return new Response(null, { status: 204 });
    if (path === "/otp" || path === "/recover") return answer(200, {});
    if (path === "/user") {
      return answer(200, { id: "user-1", aud: "authenticated", email: "user-1@example.test" });
    }
    if (path === "/verify") return answer(200, await signIn());
    if (path === "/token" && parameters.get("grant_type") === "password") {
      return call.body.password === "correct"
        ? answer(200, await signIn())
        : answer(400, { code: "invalid_credentials", message: "for a@b.test" });
    }
    if (path === "/token" && parameters.get("grant_type") === "pkce") {
      return typeof call.body.code_verifier === "string"
        ? answer(200, await signIn())
        : answer(400, { code: "bad_code_verifier" });
    }
    if (path === "/token") {
      const session = live.get(String(call.body.refresh_token));
      if (!session) return answer(400, { code: "refresh_token_not_found" });
      return answer(200, await issue(session));
    }
    return answer(404, { code: "validation_failed" });
  };

  const upstream = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const target = new URL(String(input));
    const headers = new Headers(init.headers);
    const call: Call = {
      method: init.method ?? "GET",
      path: target.pathname.replace("/auth/v1", "") + target.search,
      bearer: headers.get("authorization")?.replace("Bearer ", "") ?? null,
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
    };
    fake.calls.push(call);
    const fault = fake.fault?.(call);
    if (fault === "hang") {
      // Ignores the signal, as some fetches do: the caller's deadline must hold by itself.
      return new Promise<Response>(() => {});
    }
    if (fault === "reset") throw new TypeError("fetch failed");
    if (fault) return fault;
    return runtime.busy(
      (async () => {
        await fake.before?.(call);
        return serve(call);
      })(),
    );
  };

  const runtime = createVirtualRuntime(upstream as typeof fetch);
  const fake: FakeAuth = {
    backend: defineBackend({ url, anonKey: "sb_publishable_test", runtime }),
    runtime,
    calls: [],
    count: (path) => fake.calls.filter((call) => call.path.startsWith(path)).length,
    fault: null,
    before: null,
    signIn,
    async rotateKey() {
      kid = `${kid}+`;
      pair = await generateKeyPair("ES256", { extractable: true });
      jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "ES256", use: "sig" };
    },
  };
  return fake;
}
