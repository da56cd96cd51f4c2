import { describe, expect, it } from "vitest";
import { createFakeFetch, hangUntilAborted, onlyRequest } from "../../test/support/fake-fetch.js";
import { BackendError, isBackendError, result, unwrap } from "../errors/backend-error.js";
import { sessionMissing } from "../errors/session-missing.js";
import { createVirtualClock } from "../testing/virtual-clock.js";
import { createDataClient } from "./data-client.js";

interface Database {
  public: {
    Tables: {
      requests: {
        Row: { id: string; title: string };
        Insert: { id?: string; title: string };
        Update: { title?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: { send_request: { Args: { request_id: string }; Returns: { state: string } } };
  };
}

const url = "http://backend.test";
const anonKey = "sb_publishable_test";
const rows = [{ id: "1", title: "Tax return" }];

function createClient(answer: Parameters<typeof createFakeFetch>[0]) {
  const clock = createVirtualClock();
  const fake = createFakeFetch(answer);
  const runtime = { now: clock.now, schedule: clock.schedule, fetch: fake.fetch };
  const getAccessToken = async () => "user-token";
  const db = createDataClient<Database>({ url, anonKey, runtime, getAccessToken });
  return { db, clock, requests: fake.requests, runtime };
}

function errorOf(result: { error: unknown }) {
  if (!isBackendError(result.error)) throw new Error("the result carries no BackendError");
  return result.error;
}

describe("a data client", () => {
  it("sends the key in the apikey header and the user's token as the bearer token", async () => {
    const { db, requests } = createClient(() => Response.json(rows));
    expect(unwrap(await db.from("requests").select("id, title").eq("id", "1"))).toEqual(rows);
    const { headers, url: sent } = onlyRequest(requests);
    expect(headers.get("apikey")).toBe(anonKey);
    expect(headers.get("authorization")).toBe("Bearer user-token");
    expect(sent).toBe(`${url}/rest/v1/requests?select=id%2Ctitle&id=eq.1`);
  });

  it("returns only data and error through result()", async () => {
    const { db } = createClient(() => Response.json(rows));
    expect(await result(db.from("requests").select("id, title"))).toStrictEqual({
      data: rows,
      error: null,
    });
  });

  it("returns through result() the same error that unwrap throws", async () => {
    const body = { code: "42501", message: "denied", details: null, hint: null };
    const { db } = createClient(() => Response.json(body, { status: 403 }));
    const failed = await result(db.from("requests").select("id"));
    expect(failed).toStrictEqual({ data: null, error: failed.error });
    expect(failed.error).toMatchObject({ kind: "database", code: "42501" });
    expect(isBackendError(failed.error)).toBe(true);
    let thrown: unknown;
    try {
      unwrap(failed);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(failed.error);
  });

  it.each([
    ["throws", () => Promise.reject(sessionMissing("test"))],
    ["returns nothing", () => Promise.resolve("")],
    ["returns the anonymous key", () => Promise.resolve(anonKey)],
  ])("sends no request when getAccessToken %s", async (_, getAccessToken) => {
    const { runtime, requests } = createClient(() => Response.json(rows));
    const db = createDataClient<Database>({ url, anonKey, runtime, getAccessToken });
    const result = await db.from("requests").select();
    expect(result.data).toBeNull();
    expect(errorOf(result)).toMatchObject({ kind: "auth", code: "session_missing" });
    expect(requests).toHaveLength(0);
  });

  it("sends only the key when the client has no getAccessToken", async () => {
    const { runtime, requests } = createClient(() => Response.json(rows));
    await createDataClient<Database>({ url, anonKey, runtime }).from("requests").select();
    expect(onlyRequest(requests).headers.get("authorization")).toBeNull();
  });

  it("returns a database function's error code as `upstreamCode`, with the error's details", async () => {
    const body = {
      code: "PT409",
      message: "version_conflict",
      details: '{"version":3}',
      hint: null,
    };
    const { db, requests } = createClient(() => Response.json(body, { status: 409 }));
    const result = await db.rpc("send_request", { request_id: "1" });
    expect(errorOf(result)).toMatchObject({
      kind: "database",
      code: "unknown",
      upstreamCode: "version_conflict",
      details: { version: 3 },
      status: 409,
      operation: "POST rpc/send_request",
    });
    expect(result.status).toBe(409);
    expect(requests).toHaveLength(1);
  });

  it("omits filter values from errors", async () => {
    const body = { code: "42501", message: "permission denied for secret@example.org" };
    const { db } = createClient(() => Response.json(body, { status: 403 }));
    const error = errorOf(await db.from("requests").select().eq("title", "secret@example.org"));
    expect(error.code).toBe("42501");
    expect(JSON.stringify(error) + error.message).not.toContain("secret@example.org");
  });

  it.each([503, 520])(
    "retries a read that gets status %i until the read succeeds",
    async (status) => {
      let calls = 0;
      const { db, clock, requests } = createClient(() =>
        ++calls < 3 ? new Response("busy", { status }) : Response.json(rows),
      );
      const result = Promise.resolve(db.from("requests").select());
      await clock.advance(2_000);
      expect((await result).data).toEqual(rows);
      expect(requests).toHaveLength(3);
    },
  );

  it("returns the network error of a read after three retries", async () => {
    const { db, clock, requests } = createClient(() => {
      throw new TypeError("connection refused");
    });
    const result = Promise.resolve(db.from("requests").select());
    await clock.advance(10_000);
    expect(errorOf(await result)).toMatchObject({ kind: "network", code: "unreachable" });
    expect(requests).toHaveLength(4);
  });

  it("does not retry when getAccessToken fails, because the session has already retried the refresh", async () => {
    let asked = 0;
    const { runtime, requests } = createClient(() => Response.json(rows));
    const db = createDataClient<Database>({
      url,
      anonKey,
      runtime,
      getAccessToken: async () => {
        asked += 1;
        throw new BackendError({
          kind: "network",
          code: "service_unavailable",
          message: "",
          retryable: true,
          operation: "auth.refresh",
        });
      },
    });
    const { error } = await db.from("requests").select();
    expect(error).toMatchObject({ kind: "network", operation: "auth.refresh" });
    expect([asked, requests.length]).toEqual([1, 0]);
  });

  const slowBody = (signal: AbortSignal | null) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("[{"));
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        },
      }),
    );

  it.each([
    ["read that gets no response", 10_000, hangUntilAborted, "select"],
    ["read whose response never ends", 10_000, slowBody, "select"],
    ["write that gets no response", 30_000, hangUntilAborted, "insert"],
    ["write whose response never ends", 30_000, slowBody, "insert"],
  ] as const)(
    "ends a call at its deadline: a %s, %i ms",
    async (_name, milliseconds, answer, verb) => {
      const { db, clock, requests } = createClient((_, signal) => answer(signal));
      const table = db.from("requests");
      const query = verb === "select" ? table.select() : table.insert({ title: "New" });
      let isSettled = false;
      const result = Promise.resolve(query).finally(() => {
        isSettled = true;
      });
      await clock.advance(milliseconds - 1);
      expect(isSettled).toBe(false);
      await clock.advance(1);
      expect(errorOf(await result)).toMatchObject({ kind: "network", code: "timeout" });
      expect(requests).toHaveLength(1);
      expect(clock.pending()).toBe(0);
    },
  );

  it("leaves no timer running after a call", async () => {
    const { db, clock } = createClient(() => Response.json(rows));
    await db.from("requests").select();
    await db.from("requests").insert({ title: "New" });
    expect(clock.pending()).toBe(0);
  });

  it("retries a read when the connection breaks during the response body", async () => {
    let calls = 0;
    const { db, clock, requests } = createClient(() => {
      if (++calls > 1) return Response.json(rows);
      const broken = new ReadableStream({ start: (at) => at.error(new TypeError("terminated")) });
      return new Response(broken);
    });
    const result = Promise.resolve(db.from("requests").select());
    await clock.advance(1_000);
    expect((await result).data).toEqual(rows);
    expect(requests).toHaveLength(2);
  });

  it("does not wait for a Retry-After that is longer than the deadline", async () => {
    const headers = { "retry-after": "60" };
    const { db, clock, requests } = createClient(
      () => new Response("busy", { status: 503, headers }),
    );
    const result = Promise.resolve(db.from("requests").select());
    await clock.advance(1);
    expect(errorOf(await result)).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      retryAfterSeconds: 60,
    });
    expect(requests).toHaveLength(1);
  });

  it("does not retry a write that gets a 503", async () => {
    const { db, requests } = createClient(() => new Response("busy", { status: 503 }));
    const result = await db.from("requests").insert({ title: "New" });
    expect(errorOf(result)).toMatchObject({ kind: "network", status: 503 });
    expect(requests).toHaveLength(1);
  });

  it("returns the error `aborted` and does not retry when the caller aborts", async () => {
    const { db, requests } = createClient((_, signal) => hangUntilAborted(signal));
    const controller = new AbortController();
    const result = Promise.resolve(db.from("requests").select().abortSignal(controller.signal));
    await Promise.resolve();
    controller.abort();
    expect(errorOf(await result)).toMatchObject({ kind: "network", code: "aborted" });
    expect(requests.length).toBeLessThanOrEqual(1);
  });

  it("returns null for maybeSingle() without a row, but an error with two rows", async () => {
    let found: unknown[] = [];
    const { db } = createClient(() => Response.json(found));
    expect(await db.from("requests").select().maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    found = [rows[0], rows[0]];
    const two = await db.from("requests").select().maybeSingle();
    expect(errorOf(two)).toMatchObject({ kind: "database", code: "PGRST116" });
  });

  it("throws the BackendError with throwOnError()", async () => {
    const { db } = createClient(() =>
      Response.json({ code: "42501", message: "no" }, { status: 403 }),
    );
    await expect(
      Promise.resolve(db.from("requests").select().throwOnError()),
    ).rejects.toMatchObject({ kind: "database", code: "42501" });
  });

  it("returns a network error for a response that PostgREST did not write", async () => {
    const { db } = createClient(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(errorOf(await db.from("requests").select())).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      status: 502,
    });
  });

  it("returns an error for a 200 response that is not JSON", async () => {
    const { db } = createClient(() => new Response("<h1>Welcome to the Wi-Fi</h1>"));
    const result = await db.from("requests").select();
    expect(result.data).toBeNull();
    expect(errorOf(result)).toMatchObject({ kind: "network", code: "unexpected_answer" });
  });

  it("queries another schema with the user's token", async () => {
    const { runtime, requests } = createClient(() =>
      Response.json({ code: "PGRST106", message: "schema" }, { status: 406 }),
    );
    const options = { url, anonKey, runtime, getAccessToken: async () => "user-token" };
    const result = await createDataClient(options).schema("private").from("jobs").select();
    expect(errorOf(result).code).toBe("PGRST106");
    expect(onlyRequest(requests).headers.get("accept-profile")).toBe("private");
    expect(onlyRequest(requests).headers.get("authorization")).toBe("Bearer user-token");
  });
});
