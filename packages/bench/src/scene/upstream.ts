import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createGoogleUser, type GoogleUser } from "./google-user.ts";
import { createSigningKey, type SigningKey } from "./signing-key.ts";

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  user: Record<string, unknown>;
}

export interface Upstream {
  url: string;
  key: SigningKey;
  calls: Map<string, number>;
  latencyMs: number;
  /** Number of refreshes, by all callers together, until the service returns 429. */
  refreshBudget: number;
  issue(user: GoogleUser, options?: IssueOptions): TokenAnswer;
  close(): Promise<void>;
}

export interface IssueOptions {
  secondsLeft?: number;
  /**
   * Key to sign the tokens with, which is not in the service's key set. Default: the service's key.
   */
  key?: SigningKey;
}

export const ANON_KEY = "sb_publishable_bench";

/** The default of Supabase. */
const LIFETIME_SECONDS = 3600;

/** Starts a fake auth service with its own signing key. */
export async function startUpstream(): Promise<Upstream> {
  const key = createSigningKey();
  const people = new Map<string, GoogleUser>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const upstream: Upstream = {
    url,
    key,
    calls: new Map(),
    latencyMs: 0,
    refreshBudget: Number.POSITIVE_INFINITY,
    issue(user, { secondsLeft = LIFETIME_SECONDS, key: signer = key } = {}) {
      const expires_at = Math.floor(Date.now() / 1000) + secondsLeft;
      const access_token = signer.sign({
        iss: `${url}/auth/v1`,
        ...user.claims,
        exp: expires_at,
        iat: expires_at - LIFETIME_SECONDS,
        amr: [{ method: "oauth", timestamp: expires_at - LIFETIME_SECONDS }],
        session_id: randomUUID(),
      });
      const refresh_token = randomBytes(9).toString("base64url");
      people.set(refresh_token, user);
      const lifetime = { expires_in: LIFETIME_SECONDS, expires_at };
      return { access_token, token_type: "bearer", ...lifetime, refresh_token, user: user.user };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const path = pathname.replace("/auth/v1", "");
    upstream.calls.set(path, (upstream.calls.get(path) ?? 0) + 1);
    let text = "";
    for await (const chunk of request) text += chunk;
    if (upstream.latencyMs > 0) await delay(upstream.latencyMs);
    const send = (status: number, body: object): void => {
      response.writeHead(status, {
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
      });
      response.end(JSON.stringify(body));
    };
    if (path === "/.well-known/jwks.json") return send(200, { keys: [key.jwk] });
    if (path === "/user") {
      const user = people.values().next().value ?? createGoogleUser(0);
      return send(200, user.user);
    }
    if (path !== "/token") return send(404, { code: "validation_failed", message: "no such path" });
    if (searchParams.get("grant_type") === "password") {
      return send(200, upstream.issue(createGoogleUser(0)));
    }
    upstream.refreshBudget -= 1;
    if (upstream.refreshBudget < 0) {
      return send(429, { code: "over_request_rate_limit", message: "Request rate limit reached" });
    }
    const user = people.get(String((JSON.parse(text) as Record<string, unknown>).refresh_token));
    if (!user) return send(400, { code: "refresh_token_not_found", message: "not found" });
    send(200, upstream.issue(user));
  }

  return upstream;
}
