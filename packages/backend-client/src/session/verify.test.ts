import { SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#crypto";
import { VERIFIED_TOKENS_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { parseJwt } from "./jwt.js";
import { projectState, realmState } from "./project-state.js";
import { verifyToken } from "./verify.js";

const SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";

const JWKS = "/auth/v1/.well-known/jwks.json";

let memory: MemoryBackend;
let hasKeys: boolean;
let backend: Backend;

beforeEach(() => {
  hasKeys = false;
  memory = createMemoryBackend();
  memory.faults.add({
    path: JWKS,
    times: Number.POSITIVE_INFINITY,
    respond: () => (hasKeys ? undefined : Response.json({ keys: [] })),
  });
  backend = memory.backend;
});

const messageOf = (result: Awaited<ReturnType<typeof verifyToken>>) =>
  result.status === "valid" ? "" : result.error.message;

function symmetric(
  claims: Record<string, unknown> = {},
  { secret = SECRET, lifetimeSeconds = 3600, header = {} } = {},
): Promise<string> {
  const now = Math.floor(memory.clock.now() / 1000);
  return new SignJWT({
    sub: "ada",
    role: "authenticated",
    aud: "authenticated",
    iss: backend.issuer,
    session_id: "s",
    ...claims,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT", ...header })
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret));
}

/** Simulates the service's response, because the memory service cannot verify HS256 tokens. */
function answerUser(respond: () => Response): void {
  memory.faults.add({ path: "/auth/v1/user", times: Number.POSITIVE_INFINITY, respond });
}

describe("a token that is signed with a shared secret", () => {
  it("is rejected for a wrong signature, even if the caller passes the parsed form of a valid token", async () => {
    const good = await symmetric();
    const forged = await symmetric({}, { secret: "another secret with at least 32 characters" });
    const options = { secret: SECRET, parsed: parseJwt(good) };
    expect(messageOf(await verifyToken(backend, forged, options))).toContain("signature is wrong");
    expect((await verifyToken(backend, good, options)).status).toBe("valid");
  });

  it("is verified locally when the server has the secret", async () => {
    const options = { secret: SECRET };
    expect(await verifyToken(backend, await symmetric(), options)).toMatchObject({
      status: "valid",
      claims: { sub: "ada" },
    });
    const forged = await symmetric({}, { secret: `${SECRET}!` });
    const result = await verifyToken(backend, forged, options);
    expect([result.status, messageOf(result)]).toEqual([
      "rejected",
      "The access token was not accepted: its signature is wrong.",
    ]);
    const foreign = await verifyToken(backend, await symmetric({ iss: "x" }), options);
    expect(messageOf(foreign)).toContain("(iss)");
    expect(memory.calls).toEqual([]);
  });

  it("is verified by the service once, and is then accepted for 30 seconds without another call", async () => {
    const token = await symmetric();
    answerUser(() => authAnswer(200, {}));
    const found = await Promise.all(Array.from({ length: 50 }, () => verifyToken(backend, token)));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["valid"]));
    const asked = () => memory.calls.filter(({ path }) => path !== JWKS);
    expect(asked().map(({ method, path, bearer }) => [method, path, bearer])).toEqual([
      ["GET", "/auth/v1/user", token],
    ]);
    memory.clock.skip(29_999);
    await verifyToken(backend, token);
    expect(asked()).toHaveLength(1);
    memory.clock.skip(1);
    await verifyToken(backend, token);
    expect(asked()).toHaveLength(2);
    expect((await realmState(backend, undefined)).asked.size).toBe(0);
  });

  it("is rejected ten seconds after its expiry, even if the service accepted it before", async () => {
    const token = await symmetric({}, { lifetimeSeconds: 5 });
    answerUser(() => authAnswer(200, {}));
    await verifyToken(backend, token);
    memory.clock.skip(14_999);
    expect((await verifyToken(backend, token)).status).toBe("valid");
    expect(memory.count("/auth/v1/user")).toBe(1);
    memory.clock.skip(1);
    expect(messageOf(await verifyToken(backend, token))).toContain("(exp)");
  });

  it.each([
    [authAnswer(401, { code: "no_authorization" }), "rejected", "the auth service refuses it"],
    [authAnswer(403, { code: "bad_jwt" }), "rejected", "the auth service refuses it"],
    [
      authAnswer(400, { code: "validation_failed" }),
      "unavailable",
      "auth.user failed: the auth service",
    ],
    [
      authAnswer(500, { code: "unexpected_failure" }),
      "unavailable",
      "auth.user failed: the auth service",
    ],
    [new Response("<html>", { status: 403 }), "unavailable", "unexpected response (403)"],
  ])("is $1 when the service responds with the status $status", async (answer, status, message) => {
    answerUser(() => answer.clone());
    const result = await verifyToken(backend, await symmetric());
    expect([result.status, messageOf(result)]).toEqual([status, expect.stringContaining(message)]);
  });

  it("is rejected for a wrong role or audience even if the service accepts it", async () => {
    answerUser(() => authAnswer(200, {}));
    expect(messageOf(await verifyToken(backend, await symmetric({ role: "anon" })))).toContain(
      "its role is anon, service_role or missing",
    );
    expect(messageOf(await verifyToken(backend, await symmetric({ aud: "x" })))).toContain("(aud)");
  });
});

describe("a token in a project with asymmetric keys", () => {
  beforeEach(() => {
    hasKeys = true;
  });

  it("has the status `unavailable` while the keys cannot be fetched", async () => {
    const { access_token } = await memory.auth.signIn();
    memory.faults.clear();
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 500 });
    expect(await verifyToken(backend, access_token)).toMatchObject({
      status: "unavailable",
      error: { kind: "network", operation: "auth.jwks" },
    });
  });

  it("is refused without a call if it is not a JWT or its header requires an extension", async () => {
    expect(messageOf(await verifyToken(backend, "opaque"))).toContain("it is not a JWT");
    const extended = await symmetric({}, { header: { crit: ["exp"], exp: 1 } }).catch(() => "");
    expect(extended).toBe("");
    const header = Buffer.from('{"alg":"ES256","crit":["b64"]}').toString("base64url");
    expect(messageOf(await verifyToken(backend, `${header}.e30.AA`))).toContain(
      "its header uses an extension",
    );
    expect(memory.calls).toEqual([]);
  });

  it("is refused when its key, algorithm or signature does not match", async () => {
    const { access_token } = await memory.auth.signIn();
    const [head = "", body = "", signature = ""] = access_token.split(".");
    const header = JSON.parse(Buffer.from(head, "base64url").toString());
    const withHeader = (changed: object) =>
      [
        Buffer.from(JSON.stringify({ ...header, ...changed })).toString("base64url"),
        body,
        signature,
      ].join(".");
    expect(messageOf(await verifyToken(backend, withHeader({ alg: "RS256" })))).toContain("(alg)");
    expect(messageOf(await verifyToken(backend, withHeader({ alg: "none" })))).toContain("(alg)");
    expect(messageOf(await verifyToken(backend, withHeader({ kid: 7 })))).toContain("(kid)");
    expect(messageOf(await verifyToken(backend, withHeader({ x: 1 })))).toContain("signature");
    expect((await verifyToken(backend, access_token)).status).toBe("valid");
    expect(
      messageOf(await verifyToken(backend, withHeader({ alg: "HS256" }), { secret: SECRET })),
    ).toContain("signature");
    expect(await verifyToken(backend, withHeader({ x: 1 }))).toMatchObject({
      error: { kind: "auth", code: "token_invalid", operation: "auth.verify", retryable: false },
    });
  });

  it("is stored with its key id until its expiry plus the clock leeway", async () => {
    const { access_token } = await memory.auth.signIn({ lifetimeSeconds: 60 });
    await verifyToken(backend, access_token);
    const [entry] = (await realmState(backend, undefined)).verified.values();
    expect(entry?.until).toBe(memory.clock.now() + 70_000);
    expect(projectState(backend.url).keys.byId.has(entry?.kid ?? "")).toBe(true);
    memory.clock.skip(69_999);
    expect((await verifyToken(backend, access_token)).status).toBe("valid");
    memory.clock.skip(1);
    expect((await verifyToken(backend, access_token)).status).toBe("rejected");
    expect((await realmState(backend, undefined)).verified.size).toBe(0);
  });

  it("replaces the least recently used token when the cache is full", async () => {
    const { access_token: first } = await memory.auth.signIn();
    const { access_token: second } = await memory.auth.signIn();
    const { access_token: third } = await memory.auth.signIn();
    await verifyToken(backend, first);
    await verifyToken(backend, second);
    const { verified } = await realmState(backend, undefined);
    const [entry] = verified.values();
    if (!entry) throw new Error("nothing remembered");
    for (let other = 0; verified.size < VERIFIED_TOKENS_MAX; other++) {
      verified.set(`other-${other}`, entry);
    }
    await verifyToken(backend, first);
    await verifyToken(backend, third);
    expect(verified.size).toBe(VERIFIED_TOKENS_MAX);
    const hashes = await Promise.all([first, second, third].map(sha256));
    expect(hashes.map((hash) => verified.has(hash))).toEqual([true, false, true]);
  });
});

describe("a token that the service just issued", () => {
  const fresh = { isFromService: true };

  it.each([
    ["an asymmetric key", async () => (await memory.auth.signIn()).access_token],
    ["a symmetric key", () => symmetric({ iat: memory.clock.now() / 1000 })],
  ])(
    "signed with %s, has the status `unavailable` and the code clock_skew when it has already expired",
    async (_kind, create) => {
      const token = await create();
      hasKeys = true;
      memory.clock.skip(4_000_000);
      expect(await verifyToken(backend, token, fresh)).toMatchObject({
        status: "unavailable",
        error: {
          code: "clock_skew",
          retryable: true,
          operation: "auth.verify",
          message: expect.stringContaining(
            "the clock of this server or of the auth service is wrong",
          ),
          details: { seconds: -4000 },
        },
      });
    },
  );

  it("has the status `unavailable` when its key is not in the key set yet", async () => {
    const { access_token } = await memory.auth.signIn();
    expect(await verifyToken(backend, access_token, fresh)).toMatchObject({
      status: "unavailable",
      error: { code: "token_invalid", message: expect.stringContaining("not in its key set yet") },
    });
  });
});

describe("a shared-secret token on a server without the secret", () => {
  it("is refused with a log entry when the project has asymmetric keys", async () => {
    hasKeys = true;
    const codes: string[] = [];
    const token = await symmetric();
    const log = (code: string) => void codes.push(code);
    expect(messageOf(await verifyToken(backend, token, { log }))).toContain("(alg)");
    expect(codes).toEqual(["hs256_refused"]);
    expect(messageOf(await verifyToken(backend, token))).toContain("(alg)");
  });

  it("is verified by the service without a log entry when the project has no asymmetric keys", async () => {
    answerUser(() => authAnswer(200, {}));
    const codes: string[] = [];
    const log = (code: string) => void codes.push(code);
    expect((await verifyToken(backend, await symmetric(), { log })).status).toBe("valid");
    expect(codes).toEqual([]);
  });
});

it("a token that the server verifies with its secret causes no key fetch, even 40 minutes later", async () => {
  const token = await symmetric({}, { lifetimeSeconds: 7200 });
  for (let count = 0; count < 3; count++) {
    expect((await verifyToken(backend, token, { secret: SECRET })).status).toBe("valid");
    memory.clock.skip(1_200_000);
  }
  expect(memory.calls).toEqual([]);
});
