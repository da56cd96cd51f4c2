import { createHash } from "node:crypto";
import { expect } from "vitest";
import { SESSION_COOKIE } from "../src/config/constants.js";
import { makeDue } from "../test/consumers/make-due.js";
import { CRON_KEY, EVE, MIA, SECRET_KEY, type Service } from "./service.js";
import { ALGORITHMS, TAMPERINGS, type TokenSigner } from "./tokens.js";
import { createVisitor, type Visitor } from "./visitor.js";

export interface Scene {
  origin: string;
  service: Service;
  signer: TokenSigner;
}

export interface Step {
  name: string;
  run(scene: Scene): Promise<void>;
}

const post = (value: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(value) });
const SIGNED_OUT = { status: "unauthenticated" };

async function signIn({ origin }: Scene): Promise<Visitor> {
  const visitor = createVisitor(origin);
  expect(await visitor.json("/sign-in", post(MIA))).toMatchObject({ error: null });
  return visitor;
}

export function claimsOf({ service }: Scene): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: service.memory.backend.issuer,
    aud: "authenticated",
    role: "authenticated",
    sub: crypto.randomUUID(),
    session_id: crypto.randomUUID(),
    aal: "aal1",
    iat: now,
    exp: now + 3600,
  };
}

export function browserWith({ origin }: Scene, access_token: string, expires_in = 3600): Visitor {
  const visitor = createVisitor(origin);
  // The SDK remembers a refused refresh token for a while, so each step uses another token.
  visitor.hold({ access_token, refresh_token: `unknown-${crypto.randomUUID()}`, expires_in });
  return visitor;
}

const sessionSteps: Step[] = [
  {
    name: "signs a user in",
    async run(scene) {
      const visitor = createVisitor(scene.origin);
      expect(await visitor.json("/")).toEqual(SIGNED_OUT);
      const wrong = await visitor.json("/sign-in", post({ ...MIA, password: "wrong" }));
      expect(wrong).toMatchObject({ data: null, error: { code: "invalid_credentials" } });
      const response = await visitor.send("/sign-in", post(MIA));
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(await visitor.json("/")).toMatchObject({
        status: "authenticated",
        claims: { email: MIA.email },
      });
    },
  },
  {
    name: "lets a hook refuse a sign-in",
    async run({ origin }) {
      const visitor = createVisitor(origin);
      expect(await visitor.json("/sign-in", post(EVE))).toMatchObject({
        data: null,
        error: { code: "sign_in_refused", upstreamCode: "not_a_member" },
      });
      expect(visitor.jar.cookies.has(SESSION_COOKIE)).toBe(false);
    },
  },
  {
    name: "refreshes a session once for parallel requests",
    async run(scene) {
      const visitor = await signIn(scene);
      makeDue(visitor.jar);
      const before = visitor.jar.cookies.get(SESSION_COOKIE);
      const calls = () => scene.service.memory.count("/auth/v1/token?grant_type=refresh_token");
      const callsBefore = calls();
      const seen = await Promise.all(Array.from({ length: 8 }, () => visitor.json("/")));
      expect(seen.map(({ status }) => status)).toEqual(Array(8).fill("authenticated"));
      expect(calls() - callsBefore).toBe(1);
      expect(visitor.jar.cookies.get(SESSION_COOKIE)).not.toBe(before);
    },
  },
  {
    name: "signs a user out, only for the app's own pages",
    async run(scene) {
      const visitor = await signIn(scene);
      const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      const refused = await visitor.send("/auth/sign-out", { method: "POST", headers: foreign });
      expect(refused.status).toBe(403);
      expect(await visitor.json("/")).toMatchObject({ status: "authenticated" });
      expect(await visitor.json("/auth/sign-out", { method: "POST" })).toEqual(SIGNED_OUT);
      expect(await visitor.json("/")).toEqual(SIGNED_OUT);
    },
  },
  {
    name: "queries the database as the signed-in user",
    async run(scene) {
      const visitor = await signIn(scene);
      expect(await visitor.json("/notes")).toMatchObject({
        data: [{ body: `a note of ${MIA.email}` }],
        error: null,
      });
      expect(await createVisitor(scene.origin).json("/notes")).toMatchObject({
        data: null,
        error: { code: "session_missing" },
      });
    },
  },
  {
    name: "uploads the body of a request as a stream",
    async run(scene) {
      const visitor = await signIn(scene);
      const { claims } = (await visitor.json("/")) as { claims: { sub: string } };
      const bytes = crypto.getRandomValues(new Uint8Array(65_536));
      const body = new Blob(Array(32).fill(bytes));
      const sha256 = createHash("sha256")
        .update(Buffer.from(await body.arrayBuffer()))
        .digest("hex");
      expect(await visitor.json("/upload", { method: "POST", body })).toMatchObject({
        data: { path: "a b.bin", fullPath: "files/a b.bin" },
        error: null,
      });
      const path = "/object/files/a%20b.bin";
      expect(scene.service.files).toContainEqual({ path, sha256, user: claims.sub });
    },
  },
  {
    name: "calls an Edge Function as the signed-in user",
    async run(scene) {
      const visitor = await signIn(scene);
      const { claims } = (await visitor.json("/")) as { claims: { sub: string } };
      expect(await visitor.json("/function", post({ n: 1 }))).toEqual({
        data: { path: "/echo", user: claims.sub, body: { n: 1 } },
        error: null,
      });
    },
  },
];

const callerSteps: Step[] = [
  {
    name: "acts as the user of the bearer token, not as the user of the cookies",
    async run(scene) {
      const visitor = await signIn(scene);
      const claims = claimsOf(scene);
      const authorization = `Bearer ${await scene.signer.sign("ES256", claims)}`;
      const response = await visitor.send("/api", { headers: { authorization } });
      expect(await response.json()).toEqual({ sub: claims.sub, source: "bearer" });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await visitor.json("/api")).toMatchObject({ source: "cookie" });
    },
  },
  {
    name: "refuses an invalid bearer token even if the cookies are valid",
    async run(scene) {
      const visitor = await signIn(scene);
      const tampered = await scene.signer.tamper(claimsOf(scene));
      for (const token of [...Object.values(tampered), "nonsense", "", SECRET_KEY]) {
        const headers = { authorization: `Bearer ${token}` };
        const response = await visitor.send("/api", { headers });
        expect(response.status, token).toBe(401);
        expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
        expect(await response.json()).toMatchObject({ error: { code: "token_invalid" } });
      }
      expect(await visitor.json("/api")).toMatchObject({ source: "cookie" });
    },
  },
  {
    name: "acts with the secret key for a program, and sends the key to no other address",
    async run({ origin, service }) {
      const ask = (headers: Record<string, string>) => fetch(`${origin}/job`, { headers });
      const expected = {
        caller: "cron",
        notes: [{ body: "any note" }],
        users: [{ email: MIA.email }],
        moved: "unexpected_answer",
      };
      for (const headers of [{ apikey: CRON_KEY }, { authorization: `Bearer ${CRON_KEY}` }]) {
        expect(await (await ask(headers)).json()).toEqual(expected);
      }
      for (const apikey of ["", `${CRON_KEY}x`, SECRET_KEY]) {
        expect((await ask({ apikey })).status, apikey).toBe(401);
      }
      expect(service.followed).toEqual([]);
    },
  },
];

const tokenSteps: Step[] = [
  ...ALGORITHMS.map((algorithm) => ({
    name: `accepts a token signed with ${algorithm}`,
    async run(scene: Scene) {
      const claims = claimsOf(scene);
      const visitor = browserWith(scene, await scene.signer.sign(algorithm, claims));
      expect(await visitor.json("/")).toMatchObject({
        status: "authenticated",
        claims: { sub: claims.sub },
      });
    },
  })),
  ...TAMPERINGS.map((tampering) => ({
    name: `refuses a token with ${tampering}`,
    async run(scene: Scene) {
      const tokens = await scene.signer.tamper(claimsOf(scene));
      const visitor = browserWith(scene, tokens[tampering]);
      expect(await visitor.json("/")).toMatchObject(SIGNED_OUT);
      expect(visitor.jar.cookies.has(SESSION_COOKIE)).toBe(false);
    },
  })),
];

const outageStep: Step = {
  name: "keeps sessions during an outage",
  async run(scene) {
    const visitor = await signIn(scene);
    expect(await visitor.json("/")).toMatchObject({ status: "authenticated" });
    const expired = browserWith(scene, await scene.signer.sign("ES256", claimsOf(scene)), -5);
    const cookie = expired.jar.cookies.get(SESSION_COOKIE);
    scene.service.isDown = true;
    try {
      expect(await visitor.json("/")).toMatchObject({ status: "authenticated" });
      expect(await expired.json("/")).toMatchObject({
        status: "unavailable",
        error: { kind: "network", retryable: true },
      });
    } finally {
      scene.service.isDown = false;
    }
    expect(expired.jar.cookies.get(SESSION_COOKIE)).toBe(cookie);
    expect(await visitor.json("/notes")).toMatchObject({ error: null });
  },
};

export const STEPS: readonly Step[] = [
  ...[...sessionSteps, ...callerSteps, ...tokenSteps],
  outageStep,
];
