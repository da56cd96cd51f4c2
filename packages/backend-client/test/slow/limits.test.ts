import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
} from "../../src/testing/index.js";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let memory: MemoryBackend;
let sessions: SessionServer;
let forged = 0;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Returns false for key fetches and sign-outs. No limit of the SDK counts them, and the service
 * hardly limits them.
 */
function isLimited(path: string): boolean {
  return !path.includes("jwks.json") && !path.startsWith("/auth/v1/logout");
}

/** The hosted service allows a burst of 30, then 30 calls a minute. */
function limitAsHosted(): void {
  let left = 30;
  let at = memory.clock.now();
  memory.faults.add({
    path: "/auth/v1/",
    times: Number.POSITIVE_INFINITY,
    respond: ({ path }) => {
      if (!isLimited(path)) return undefined;
      const now = memory.clock.now();
      left = Math.min(30, left + ((now - at) * 30) / MINUTE_MS);
      at = now;
      if (left < 1) {
        const body = { code: "over_request_rate_limit", message: "Request rate limit reached" };
        return Response.json(body, { status: 429 });
      }
      left -= 1;
      return undefined;
    },
  });
}

const seen = () => memory.calls.filter(({ path }) => isLimited(path)).length;

async function createVictim(): Promise<MemoryJar> {
  const jar = memory.createJar();
  await memory.signIn(jar);
  return jar;
}

async function createForger(alg = "ES256"): Promise<MemoryJar> {
  forged += 1;
  const jar = memory.createJar();
  const session_id = `forged-${forged}`;
  memory.seed(jar, {
    access_token: `${part({ alg })}.${part({ session_id })}.x`,
    refresh_token: session_id,
    expires_in: 60,
  });
  return jar;
}

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

async function visit(jar: MemoryJar, address: string): Promise<string> {
  const scope = sessions.open(jar.request("/", from(address)));
  const { status } = await scope.session();
  jar.take(scope.apply(new Response()));
  return status;
}

beforeEach(() => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend, { logger: false });
});

describe("one hostile address", () => {
  it("signs out none of 50 visitors whose tokens are due for a refresh, even if it sends a forged session every second", async () => {
    const victims = await Promise.all(Array.from({ length: 50 }, createVictim));
    memory.clock.skip(HOUR_MS);
    limitAsHosted();
    for (let burst = 0; burst < 30; burst++) await visit(await createForger(), "203.0.113.9");
    const statuses: string[] = [];
    for (const [index, victim] of victims.entries()) {
      for (let second = 0; second < 6; second++) {
        memory.clock.skip(1000);
        await visit(await createForger(), "203.0.113.9");
      }
      statuses.push(await visit(victim, `198.51.100.${index + 1}`));
    }
    expect(statuses.filter((status) => status === "authenticated")).toHaveLength(50);
  });

  it("with 30 forged sign-outs causes at most ten calls that count toward the auth service's rate limit", async () => {
    await createVictim();
    for (let call = 0; call < 30; call++) {
      const jar = await createForger();
      const post = jar.post("/auth/sign-out", from("203.0.113.9"));
      expect((await sessions.handle(post)).status).toBe(200);
    }
    expect(seen()).toBeGreaterThan(0);
    expect(seen()).toBeLessThanOrEqual(10);
  });

  it("with 30 forged HS256 tokens causes at most ten calls that count toward the auth service's rate limit", async () => {
    await createVictim();
    memory.clock.skip(HOUR_MS);
    for (let call = 0; call < 30; call++) await visit(await createForger("HS256"), "203.0.113.9");
    expect(seen()).toBeGreaterThan(0);
    expect(seen()).toBeLessThanOrEqual(10);
  });

  it("shares its limit of ten auth service calls with the other addresses of its IPv6 network", async () => {
    await createVictim();
    for (let call = 0; call < 30; call++) {
      await visit(await createForger(), `2001:db8::${call.toString(16)}`);
    }
    expect(seen()).toBeGreaterThan(0);
    expect(seen()).toBeLessThanOrEqual(10);
  });
});

const ADDRESSES = ["203.0.113.8", "203.0.113.9"];
const ACCOUNTS = 6;

const attempts = fc.array(
  fc.record({
    gapMs: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.nat(1_000) },
      { weight: 1, arbitrary: fc.nat(20_000) },
    ),
    address: fc.constantFrom(...ADDRESSES),
    account: fc.nat(ACCOUNTS - 1),
    kind: fc.constantFrom(
      "forge",
      "password",
      "link",
      "code",
      "refresh",
      "user",
      "factor",
      "sign-out",
    ),
  }),
  { minLength: 1, maxLength: 60, size: "max" },
);

async function attack(kind: string, jar: MemoryJar, address: string): Promise<void> {
  const scope = sessions.open(jar.request("/", from(address)));
  const guest = sessions.open(memory.createJar().request("/", from(address)));
  if (kind === "forge") await visit(await createForger(), address);
  if (kind === "password")
    await guest.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  if (kind === "link") await guest.auth.verifyOtp({ token_hash: "guess", type: "email" });
  if (kind === "code") await guest.auth.signInWithOtp({ email: "a@b.test" });
  if (kind === "refresh") await scope.refresh();
  if (kind === "user") await scope.auth.getUser();
  if (kind === "factor") await scope.auth.mfa.challenge({ factorId: "unknown" });
  if (kind === "sign-out") {
    await sessions.handle((await createForger()).post("/auth/sign-out", from(address)));
  }
  jar.take(scope.apply(new Response()));
}

it("attacks from two addresses cause no more calls than the rate limit of each allows, and a visitor at another address can refresh", async () => {
  await fc.assert(
    fc.asyncProperty(attempts, fc.nat(59), async (tries, momentOf) => {
      memory = createMemoryBackend();
      sessions = createSessionServer(memory.backend, { logger: false });
      const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, createVictim));
      const victim = await createVictim();
      memory.clock.skip(HOUR_MS);
      limitAsHosted();
      const times: Record<string, number[]> = {};
      for (const [index, { gapMs, address, account, kind }] of tries.entries()) {
        memory.clock.skip(gapMs);
        const before = seen();
        await attack(kind, accounts[account] as MemoryJar, address);
        const list = times[address] ?? [];
        times[address] = list;
        for (let call = before; call < seen(); call++) list.push(memory.clock.now());
        if (index !== Math.min(momentOf, tries.length - 1)) continue;
        expect(await visit(victim, "198.51.100.1")).toBe("authenticated");
        expect(seen()).toBeGreaterThan(before);
      }
      for (const list of Object.values(times)) {
        list.forEach((start, first) => {
          list.slice(first).forEach((end, more) => {
            expect(more + 1).toBeLessThanOrEqual(10 + (10 * (end - start)) / MINUTE_MS);
          });
        });
      }
    }),
    { numRuns: 200 },
  );
}, 120_000);
