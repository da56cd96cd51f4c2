import { describe, expect, it } from "vitest";
import { withDeadline } from "../config/deadline.js";
import { defineBackend } from "../config/define-backend.js";
import { createVirtualClock } from "../testing/index.js";
import { type AuthCall, callAuth } from "./auth-http.js";

interface Seen {
  url: string;
  init: RequestInit;
  at: number;
}

type Answer = Response | Error | { afterMs: number; response: Response };

let services = 0;

function createService(...answers: Answer[]) {
  const clock = createVirtualClock({ isAutomatic: true });
  const seen: Seen[] = [];
  const start = clock.now();
  const backend = defineBackend({
    url: `http://project-${++services}.test`,
    anonKey: "sb_publishable_test",
    runtime: {
      now: clock.now,
      schedule: clock.schedule,
      fetch: async (input, init = {}) => {
        const answer = answers[Math.min(seen.length, answers.length - 1)];
        seen.push({ url: String(input), init, at: clock.now() - start });
        if (answer instanceof Error || answer === undefined) throw answer;
        if (answer instanceof Response) return answer.clone();
        await new Promise<void>((resolve) => void clock.schedule(resolve, answer.afterMs));
        return answer.response.clone();
      },
    },
  });
  const call = (extra: Partial<AuthCall> = {}) =>
    callAuth(backend, {
      path: "/token",
      operation: "auth.refresh",
      isRepeatable: true,
      ...extra,
    });
  return { clock, seen, call, backend };
}

const headersOf = (seen: Seen | undefined) =>
  Object.fromEntries(new Headers(seen?.init.headers).entries());
const json = (body: unknown, status = 200, headers = {}) =>
  Response.json(body, { status, headers });

describe("a call to the auth service over HTTP", () => {
  it("sends the key, the API version and its own headers", async () => {
    const { seen, call, backend } = createService(json({ ok: true }));
    const answer = await call({ body: { a: 1 }, bearer: "token", headers: { "x-extra": "1" } });
    expect(answer).toMatchObject({ body: { ok: true }, error: null });
    expect(seen[0]?.url).toBe(`${backend.url}/auth/v1/token`);
    expect(seen[0]?.init).toMatchObject({
      method: "POST",
      body: '{"a":1}',
      redirect: "manual",
      cache: "no-store",
    });
    expect(headersOf(seen[0])).toEqual({
      apikey: "sb_publishable_test",
      authorization: "Bearer token",
      "content-type": "application/json",
      "x-extra": "1",
      "x-supabase-api-version": "2024-01-01",
    });
  });

  it("sends no content type without a body, and no authorization without a token", async () => {
    const { seen, call } = createService(json({}));
    await call({ method: "GET" });
    expect(seen[0]?.init.method).toBe("GET");
    expect(seen[0]?.init).not.toHaveProperty("body");
    expect(Object.keys(headersOf(seen[0]))).toEqual(["apikey", "x-supabase-api-version"]);
  });

  it("returns a null body for an empty response", async () => {
    const { call } = createService(new Response(null, { status: 204 }));
    expect(await call()).toMatchObject({ body: null, error: null });
  });

  it.each([
    [json({ code: "conflict" }, 409), { kind: "auth", code: "conflict", status: 409 }],
    [json({ message: "no code" }, 401), { kind: "network", code: "unexpected_answer" }],
    [new Response("<html>", { status: 200 }), { kind: "network", status: 200 }],
    [new Response(null, { status: 302 }), { kind: "network", code: "unexpected_answer" }],
    [new Response("", { status: 400 }), { kind: "network", code: "unexpected_answer" }],
    [json({ code: "x" }, 300), { kind: "network", code: "unexpected_answer", status: 300 }],
  ])(
    "returns the error $1 for an unsuccessful or unusable response",
    async (response, expected) => {
      const { call } = createService(response);
      const { error } = await call();
      expect(error).toMatchObject({ ...expected, operation: "auth.refresh" });
    },
  );

  it.each([
    ["sb-request-id", "json"],
    ["x-request-id", "text"],
  ])("returns %s and Retry-After in the error of a refusal (body: %s)", async (header, kind) => {
    const headers = { [header]: "abc", "retry-after": "7" };
    const { call } = createService(
      kind === "json"
        ? json({ code: "conflict" }, 409, headers)
        : new Response("x", { status: 429, headers }),
    );
    expect((await call()).error).toMatchObject({ requestId: "abc", retryAfterSeconds: 7 });
  });
});

describe("the retry of a failed call", () => {
  it.each([
    ["a lost connection", new TypeError("fetch failed")],
    ["a 500 from the service", json({ code: "unexpected_failure" }, 500)],
    ["a 502 from a gateway", new Response("bad", { status: 502 })],
    ["a truncated response", new Response('{"a":', { status: 200 })],
  ])("is made 150 ms after %s, and its response is returned", async (_name, first) => {
    const { call, seen } = createService(first, json({ ok: true }));
    expect(await call()).toMatchObject({ body: { ok: true }, error: null });
    expect(seen.map(({ at }) => at)).toEqual([0, 150]);
  });

  it.each([
    ["a refusal", json({ code: "conflict" }, 409)],
    ["a rate limit", json({ code: "over_request_rate_limit" }, 429)],
    ["a gateway's rate limit", new Response("slow", { status: 429 })],
    ["a refusal just below 500", json({ code: "conflict" }, 499)],
  ])("is not made after %s", async (_name, first) => {
    const { call, seen } = createService(first, json({ ok: true }));
    expect((await call()).error).not.toBeNull();
    expect(seen).toHaveLength(1);
  });

  it("is not made for calls that change data", async () => {
    const { call, seen } = createService(new TypeError("a"));
    await call({ isRepeatable: false });
    await call({ isRepeatable: undefined });
    expect(seen).toHaveLength(2);
  });

  it("is made for calls that read, except calls marked as not repeatable", async () => {
    const { call, seen } = createService(new TypeError("a"));
    await call({ method: "GET", isRepeatable: undefined });
    expect(seen).toHaveLength(2);
    await call({ method: "GET", isRepeatable: false });
    expect(seen).toHaveLength(3);
  });

  it.each([300, 302, 399])("is not made after a redirect: %i", async (status) => {
    const { call, seen } = createService(new Response(null, { status }), json({ ok: true }));
    await call();
    expect(seen).toHaveLength(1);
  });

  it("is made only once, even if it fails too", async () => {
    const { call, seen } = createService(new TypeError("a"), json({ code: "conflict" }, 500));
    expect((await call()).error).toMatchObject({ kind: "auth", code: "conflict" });
    expect(seen).toHaveLength(2);
  });

  it("names the operation of the original call in its error when the connection is lost again", async () => {
    const { call } = createService(new TypeError("a"));
    expect((await call()).error).toMatchObject({
      kind: "network",
      code: "unreachable",
      operation: "auth.refresh",
    });
  });

  it.each([
    [2_500, 2],
    [2_501, 1],
  ])(
    "is made only when the first call fails within 2.5 s: %i ms, %i calls",
    async (afterMs, calls) => {
      const late = { afterMs, response: new Response("bad", { status: 502 }) };
      const { call, seen } = createService(late, json({}));
      await call();
      expect(seen).toHaveLength(calls);
    },
  );
});

describe("the deadline of a call", () => {
  it("ends the call and aborts its request after three seconds", async () => {
    const { call, seen, clock } = createService({ afterMs: 60_000, response: json({}) });
    const start = clock.now();
    expect((await call()).error).toMatchObject({
      kind: "network",
      code: "timeout",
      operation: "auth.refresh",
    });
    expect(clock.now() - start).toBe(3000);
    expect(seen[0]?.init.signal?.aborted).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it("covers the time to read the body", async () => {
    const body = new ReadableStream({ start: () => undefined });
    const { call, clock } = createService(new Response(body));
    const start = clock.now();
    expect((await call()).error).toMatchObject({ code: "timeout" });
    expect(clock.now() - start).toBe(3000);
  });

  it("clears its timer when the call succeeds or fails", async () => {
    const clock = createVirtualClock();
    const runtime = { ...defineBackend().runtime, schedule: clock.schedule };
    expect(await withDeadline(runtime, 1000, async () => 7)).toBe(7);
    const failing = withDeadline(runtime, 1000, async () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(clock.pending()).toBe(0);
  });

  it("aborts the signal of the call, with the timeout as the reason", async () => {
    const clock = createVirtualClock();
    const runtime = { ...defineBackend().runtime, schedule: clock.schedule };
    let signal: AbortSignal | undefined;
    const late = withDeadline(runtime, 1000, (given) => {
      signal = given;
      return new Promise(() => {});
    });
    const rejected = expect(late).rejects.toMatchObject({
      name: "TimeoutError",
      message: "deadline",
    });
    await clock.advance(999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    await rejected;
    expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
  });
});
