import { beforeEach, describe, expect, it } from "vitest";
import type { Backend } from "../config/define-backend.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { CallTime } from "./call-time.js";
import { findKey, hasAsymmetricKeys } from "./jwks.js";
import { projectState, realmState } from "./project-state.js";

let memory: MemoryBackend;
let backend: Backend;
let kid: string;

const asks = () => memory.count("/auth/v1/.well-known/jwks.json");
const settle = () => new Promise<void>((resolve) => void setTimeout(resolve, 5));

async function publishedKid(): Promise<string> {
  const url = `${backend.url}/auth/v1/.well-known/jwks.json`;
  const { keys } = (await (await memory.fetch(url)).json()) as { keys: { kid: string }[] };
  memory.calls.length = 0;
  return keys[0]?.kid ?? "";
}

beforeEach(async () => {
  memory = createMemoryBackend();
  backend = memory.backend;
  kid = await publishedKid();
});

describe("the project's keys", () => {
  it("are fetched once for any number of callers, and used for ten minutes", async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => findKey(backend, kid)));
    expect(found.every(({ key }) => key?.alg === "ES256")).toBe(true);
    memory.clock.skip(599_999);
    await findKey(backend, kid);
    expect(asks()).toBe(1);
    memory.clock.skip(1);
    expect((await findKey(backend, kid)).key).not.toBeNull();
    await projectState(backend.url).keys.inFlight?.call;
    expect(asks()).toBe(2);
    expect(projectState(backend.url).keys.inFlight).toBeNull();
  });

  it("stay in use after ten minutes while fetching fails, with one fetch every 30 s", async () => {
    await findKey(backend, kid);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 429 });
    memory.clock.skip(600_000);
    for (let call = 0; call < 5; call++) {
      expect((await findKey(backend, kid)).key).not.toBeNull();
      await settle();
    }
    expect(asks()).toBe(2);
    memory.clock.skip(29_999);
    await findKey(backend, kid);
    await settle();
    expect(asks()).toBe(2);
    memory.clock.skip(1);
    await findKey(backend, kid);
    await settle();
    expect(asks()).toBe(3);
  });

  it("are fetched for an unknown key id right after the first fetch, and later at most every 30 s", async () => {
    await findKey(backend, kid);
    memory.auth.rotateSigningKey();
    const next = await publishedKid();
    expect((await findKey(backend, next)).key).not.toBeNull();
    expect(asks()).toBe(1);
    for (const unknown of ["a", "b", "c"]) {
      expect(await findKey(backend, unknown)).toEqual({ key: null, error: null, isInUse: false });
    }
    expect(asks()).toBe(1);
    memory.clock.skip(30_000);
    await findKey(backend, "a");
    await findKey(backend, "b");
    expect(asks()).toBe(2);
  });

  it("are fetched once for parallel callers with a newly published key id", async () => {
    await findKey(backend, kid);
    memory.auth.rotateSigningKey();
    const next = await publishedKid();
    const found = await Promise.all([findKey(backend, next), findKey(backend, next)]);
    expect(found.map(({ key }) => key?.alg)).toEqual(["ES256", "ES256"]);
    expect(asks()).toBe(1);
  });

  it("are fetched for a token that the service just issued, despite recent fetches for other tokens", async () => {
    await findKey(backend, kid);
    await findKey(backend, "made up");
    memory.auth.rotateSigningKey();
    const next = await publishedKid();
    expect((await findKey(backend, next)).key).toBeNull();
    expect((await findKey(backend, next, { isFromService: true })).key).not.toBeNull();
  });

  it("are fetched at once when the service first uses an unpublished key, and then at most every 30 s for this key", async () => {
    await findKey(backend, kid);
    const fromService = { isFromService: true };
    const notYet = { key: null, error: null, isInUse: true };
    const unknown = { key: null, error: null, isInUse: false };
    expect(await findKey(backend, "next")).toEqual(unknown);
    for (let call = 0; call < 3; call++) {
      expect(await findKey(backend, "next", fromService)).toEqual(notYet);
      expect(await findKey(backend, "next")).toEqual(notYet);
      expect(await findKey(backend, "made up")).toEqual(unknown);
    }
    expect(asks()).toBe(3);
    memory.clock.skip(29_999);
    expect(await findKey(backend, "next")).toEqual(notYet);
    expect(asks()).toBe(3);
    memory.clock.skip(1);
    expect(await findKey(backend, "next")).toEqual(notYet);
    expect(asks()).toBe(4);
    await findKey(backend, "next", fromService);
    expect(asks()).toBe(4);
    await findKey(backend, "the one after", fromService);
    expect(asks()).toBe(5);
  });

  it("are dropped when the service withdraws them", async () => {
    await findKey(backend, kid);
    memory.auth.rotateSigningKey();
    const next = await publishedKid();
    const answered = (keys: string) =>
      memory.faults.add({ path: "/", respond: () => new Response(keys) });
    answered('{"keys":[]}');
    expect(await findKey(backend, next, { isFromService: true })).toMatchObject({ isInUse: true });
    memory.clock.skip(30_000);
    expect((await findKey(backend, next)).key).not.toBeNull();
    memory.clock.skip(600_000);
    answered('{"keys":[]}');
    await findKey(backend, next);
    await projectState(backend.url).keys.inFlight?.call;
    expect(await findKey(backend, next)).toEqual({ key: null, error: null, isInUse: false });
  });

  it("are fetched again for a newly issued token whose first lookup joined a pending fetch", async () => {
    await findKey(backend, kid);
    memory.clock.skip(600_000);
    void findKey(backend, kid);
    const waiting = findKey(backend, "next", { isFromService: true });
    expect((await waiting).key).toBeNull();
    expect(asks()).toBe(2);
    await findKey(backend, "next", { isFromService: true });
    expect(asks()).toBe(3);
  });

  it("are not fetched by a request whose time limit has passed", async () => {
    const time = new CallTime(backend.runtime, 0);
    expect((await findKey(backend, kid, { time })).error).toMatchObject({
      code: "service_unavailable",
      operation: "auth.jwks",
    });
    expect(asks()).toBe(0);
  });

  it("are fetched for the next request even if the caller stops waiting", async () => {
    memory.faults.add({ path: "/auth/v1/.well-known", delayMs: 2_000 });
    const time = new CallTime(backend.runtime, 500);
    const start = memory.clock.now();
    expect((await findKey(backend, kid, { time })).error).toMatchObject({
      code: "timeout",
      operation: "auth.jwks",
    });
    expect(memory.clock.now() - start).toBe(500);
    expect((await findKey(backend, kid)).key).not.toBeNull();
    expect([asks(), memory.clock.now() - start]).toEqual([1, 2_000]);
    expect(projectState(backend.url).breaker.failures).toBe(0);
  });

  it("are fetched again when the request that started the fetch has ended", async () => {
    const { keys } = projectState(backend.url);
    // On Cloudflare Workers, a promise rejects with this error after its request has ended.
    const call = Promise.reject(new Error("created by a request that has since ended"));
    call.catch(() => undefined);
    keys.inFlight = { call, startedAt: memory.clock.now() };
    const found = await Promise.all([findKey(backend, kid), findKey(backend, kid)]);
    expect(found.map(({ key }) => key?.alg)).toEqual(["ES256", "ES256"]);
    expect(asks()).toBe(1);
  });

  it("are fetched again when a fetch never ends", async () => {
    const { keys } = projectState(backend.url);
    keys.inFlight = { call: new Promise(() => undefined), startedAt: memory.clock.now() };
    memory.clock.skip(3_000);
    expect((await findKey(backend, kid)).key).not.toBeNull();
    expect([asks(), keys.inFlight]).toEqual([1, null]);
  });

  it("are renewed by one fetch, even if the requests that find them stale have no time left", async () => {
    await findKey(backend, kid);
    memory.clock.skip(600_000);
    const time = new CallTime(backend.runtime, 0);
    expect((await findKey(backend, kid, { time })).key).not.toBeNull();
    await findKey(backend, kid, { time });
    await settle();
    expect(asks()).toBe(2);
  });

  it("are not fetched while the circuit breaker is open", async () => {
    const { breaker } = projectState(backend.url);
    breaker.openUntil = memory.clock.now() + 1_000;
    const { error } = await findKey(backend, kid);
    expect(error).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 1 });
    expect(asks()).toBe(0);
    memory.clock.skip(1_000);
    expect((await findKey(backend, kid)).key).not.toBeNull();
  });

  it("cause a network error, not a missing key, while the server cannot fetch them", async () => {
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 429 });
    expect(await findKey(backend, kid)).toMatchObject({
      key: null,
      error: { kind: "network", code: "rate_limited", operation: "auth.jwks" },
    });
    expect(await findKey(backend, kid)).toMatchObject({ error: { code: "rate_limited" } });
    expect(asks()).toBe(2);
    memory.faults.clear();
    expect((await findKey(backend, kid)).key).not.toBeNull();
  });

  it("cause no error for an unknown key id while they are cached and the service returns 429", async () => {
    await findKey(backend, kid);
    memory.faults.add({ path: "/", times: 9, status: 429 });
    const missing = { key: null, error: null, isInUse: false };
    expect(await findKey(backend, "unknown")).toEqual(missing);
  });

  it.each([
    ["not an object", '"x"'],
    ["null", "null"],
    ["not a list", '{"keys":{}}'],
    ["an object without keys", "{}"],
  ])("are treated as an invalid response of the service when they are %s", async (_name, body) => {
    memory.faults.add({ path: "/", times: 2, status: 200, body });
    expect((await findKey(backend, kid)).error).toMatchObject({
      code: "unexpected_answer",
      status: 200,
      operation: "auth.jwks",
    });
  });

  it("are read from a list that also has malformed entries and keys with other algorithms", async () => {
    const url = `${backend.url}/auth/v1/.well-known/jwks.json`;
    const { keys } = (await (await memory.fetch(url)).json()) as { keys: object[] };
    const [good] = keys;
    const body = JSON.stringify({
      keys: [
        null,
        1,
        { ...good, kid: 7 },
        { ...good, kid: "broken", x: "AAAA" },
        { ...good, kid: "other-alg", alg: "ES384" },
        { kty: "oct", k: "c2VjcmV0", kid: "oct", alg: "HS256" },
        good,
      ],
    });
    memory.faults.add({ path: "/", status: 200, body });
    expect((await findKey(backend, kid)).key?.alg).toBe("ES256");
    expect([...projectState(backend.url).keys.byId.keys()]).toEqual([kid]);
  });

  it("are fetched again after ten minutes, and only tokens of withdrawn keys must then be verified again", async () => {
    await findKey(backend, kid);
    const { verified } = await realmState(backend, undefined);
    const claims = { sub: "ada" } as never;
    verified.set("by it", { claims, kid, until: Number.POSITIVE_INFINITY });
    verified.set("by secret", { claims, kid: "", until: Number.POSITIVE_INFINITY });
    verified.set("by another", { claims, kid: "gone", until: Number.POSITIVE_INFINITY });
    memory.clock.skip(600_000);
    await findKey(backend, kid);
    await settle();
    expect([...verified.keys()]).toEqual(["by it", "by secret"]);
  });
});

describe("the check whether a project has asymmetric keys", () => {
  it("fetches the keys once", async () => {
    expect(await hasAsymmetricKeys(backend, {})).toBe(true);
    expect(await hasAsymmetricKeys(backend, {})).toBe(true);
    expect(asks()).toBe(1);
  });

  it("returns false for a service without a key set", async () => {
    memory.faults.add({ path: "/", times: 9, status: 404 });
    expect(await hasAsymmetricKeys(backend, {})).toBe(false);
  });

  it.each([429, 503])("returns an error while the keys are unavailable: %i", async (status) => {
    memory.faults.add({ path: "/", times: 9, status });
    expect(await hasAsymmetricKeys(backend, {})).toMatchObject({ status, operation: "auth.jwks" });
  });
});
