import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256 } from "#crypto";
import { FLIGHTS_MAX } from "../config/constants.js";
import { type Backend, defineBackend } from "../config/define-backend.js";
import { createMemoryBackend } from "../testing/index.js";
import { projectState, realmState } from "./project-state.js";
import { refreshTokens } from "./refresh.js";
import { recallClaims, verifyToken } from "./verify.js";

const HASH = /^[\da-f]{64}$/;

it("backends share verified tokens only if their URL, issuer, audience and secret are equal", async () => {
  const memory = createMemoryBackend();
  const { access_token } = await memory.auth.signIn();
  const { url, anonKey, issuer, runtime } = memory.backend;
  const other = {
    url: "http://other.test",
    issuer: "https://other.test/auth/v1",
    audience: "other",
  };
  const variants = fc.record({
    url: fc.constantFrom(url, other.url),
    issuer: fc.constantFrom(issuer, other.issuer),
    audience: fc.constantFrom("authenticated", other.audience),
    secret: fc.constantFrom(undefined, "a secret of at least thirty-two bytes"),
  });
  const define = ({ secret: _, ...given }: { secret: string | undefined } & Partial<Backend>) =>
    defineBackend({ anonKey, runtime, ...given } as Parameters<typeof defineBackend>[0]);
  expect((await verifyToken(memory.backend, access_token)).status).toBe("valid");
  await fc.assert(
    fc.asyncProperty(variants, async (variant) => {
      const backend = define(variant);
      const isSame =
        variant.url === url &&
        variant.issuer === issuer &&
        variant.audience === "authenticated" &&
        variant.secret === undefined;
      const [one, two] = [
        await realmState(memory.backend, undefined),
        await realmState(backend, variant.secret),
      ];
      const known = recallClaims(backend, two, await sha256(access_token));
      expect(known !== null).toBe(isSame);
      expect(one === two).toBe(isSame);
    }),
  );
});

it("the cache of verified tokens is keyed by hashes instead of tokens", async () => {
  const memory = createMemoryBackend();
  const { access_token } = await memory.auth.signIn();
  await verifyToken(memory.backend, access_token);
  const { verified } = await realmState(memory.backend, undefined);
  expect([...verified.keys()]).toEqual([expect.stringMatching(HASH)]);
  expect([...projectState(memory.backend.url).realms.keys()]).toEqual([
    expect.stringMatching(HASH),
  ]);
});

it("the server refuses a new refresh at the limit of pending refreshes instead of dropping a pending one", async () => {
  const memory = createMemoryBackend();
  const { flights } = projectState(memory.backend.url);
  const never = new Promise<never>(() => undefined);
  for (let flight = 0; flight < FLIGHTS_MAX; flight++) {
    flights.set(`flight-${flight}`, { outcome: never, startedAt: memory.clock.now() });
  }
  const { refresh_token } = await memory.auth.signIn();
  expect(await refreshTokens(memory.backend, refresh_token)).toMatchObject({
    status: "unavailable",
    error: {
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      operation: "auth.refresh",
      message: expect.stringContaining("auth.refresh was not sent: too many refreshes"),
    },
  });
  expect([flights.size, memory.count("/auth/v1/token")]).toEqual([FLIGHTS_MAX, 0]);
  const settled = flights.get("flight-500");
  if (settled) settled.settledAt = memory.clock.now();
  expect((await refreshTokens(memory.backend, refresh_token)).status).toBe("refreshed");
  expect([flights.size, flights.has("flight-500"), flights.has("flight-0")]).toEqual([
    FLIGHTS_MAX,
    false,
    true,
  ]);
});

it("when a new refresh needs room, the server drops a refresh that got no result within three seconds", async () => {
  const memory = createMemoryBackend();
  const { flights } = projectState(memory.backend.url);
  const never = new Promise<never>(() => undefined);
  for (let flight = 0; flight < FLIGHTS_MAX; flight++) {
    flights.set(`flight-${flight}`, { outcome: never, startedAt: memory.clock.now() });
  }
  const { refresh_token } = await memory.auth.signIn();
  memory.clock.skip(2_999);
  expect((await refreshTokens(memory.backend, refresh_token)).status).toBe("unavailable");
  memory.clock.skip(1);
  expect((await refreshTokens(memory.backend, refresh_token)).status).toBe("refreshed");
  expect(flights.size).toBe(FLIGHTS_MAX);
});

it("a finished refresh is removed from the server's memory after ten seconds", async () => {
  const memory = createMemoryBackend();
  const { refresh_token } = await memory.auth.signIn();
  await refreshTokens(memory.backend, refresh_token);
  const { flights } = projectState(memory.backend.url);
  await memory.clock.advance(9_999);
  expect(flights.size).toBe(1);
  await memory.clock.advance(1);
  expect(flights.size).toBe(0);
});
