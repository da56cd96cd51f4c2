import { describe, expect, expectTypeOf, it } from "vitest";
import { createFakeFetch, hangUntilAborted, onlyRequest } from "../../test/support/fake-fetch.js";
import { sessionMissing } from "../errors/session-missing.js";
import { createVirtualClock } from "../testing/virtual-clock.js";
import { createFunctionsClient } from "./functions-client.js";
import type { StandardSchema } from "./standard-schema.js";

const url = "http://backend.test";
const anonKey = "sb_publishable_test";

const countSchema: StandardSchema<{ count: number }> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) =>
      typeof value === "object" && value !== null && "count" in value
        ? { value: { count: Number(value.count) } }
        : { issues: [{ message: "count is missing", path: ["count"] }] },
  },
};

function createClient(answer: Parameters<typeof createFakeFetch>[0]) {
  const clock = createVirtualClock();
  const { fetch, requests } = createFakeFetch(answer);
  const runtime = { now: clock.now, schedule: clock.schedule, fetch };
  const getAccessToken = async () => "user-token";
  return {
    clock,
    requests,
    runtime,
    functions: createFunctionsClient({ url, anonKey, runtime, getAccessToken }),
  };
}

describe("functions.invoke", () => {
  it("sends a JSON body as the user and parses the JSON response", async () => {
    const { functions, requests } = createClient(() => Response.json({ count: "2" }));
    const result = await functions.invoke("sweep", { body: { limit: 5 }, schema: countSchema });
    expect(result).toEqual({ data: { count: 2 }, error: null });
    const { headers, body, method, url: sent } = onlyRequest(requests);
    expect([method, sent, body]).toEqual(["POST", `${url}/functions/v1/sweep`, '{"limit":5}']);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("authorization")).toBe("Bearer user-token");
    if (!result.error) expectTypeOf(result.data).toEqualTypeOf<{ count: number }>();
  });

  it("sends form data and the caller's content type unchanged", async () => {
    const { functions, requests } = createClient(() => new Response(null, { status: 204 }));
    const form = new FormData();
    await functions.invoke("a", { body: form });
    await functions.invoke("b", { body: "x,y", headers: { "Content-Type": "text/csv" } });
    expect(requests[0]?.body).toBe(form);
    expect(requests[0]?.headers.get("content-type")).toBeNull();
    expect(requests[1]?.headers.get("content-type")).toBe("text/csv");
  });

  it("returns an error that names the invalid field when a response does not match the schema", async () => {
    const { functions } = createClient(() => Response.json({ other: 1 }));
    const { error } = await functions.invoke("sweep", { schema: countSchema });
    expect(error).toMatchObject({
      kind: "functions",
      code: "invalid_response",
      details: [{ message: "count is missing", path: "count" }],
    });
  });

  it("returns the error body and code that the function sent", async () => {
    const body = { code: "mail_refused", message: "no" };
    const { functions } = createClient(() => Response.json(body, { status: 422 }));
    const { error } = await functions.invoke("deliver-email");
    expect(error).toMatchObject({
      kind: "functions",
      code: "http_error",
      upstreamCode: "mail_refused",
      status: 422,
      details: body,
      retryable: false,
    });
  });

  it("returns the platform's error code and retry delay when the platform cannot run the function", async () => {
    const { functions } = createClient(() =>
      Response.json(
        { code: "BOOT_ERROR", message: "no" },
        { status: 503, headers: { "x-relay-error": "true", "retry-after": "7" } },
      ),
    );
    const { error } = await functions.invoke("deliver-email");
    expect(error).toMatchObject({ code: "BOOT_ERROR", retryable: true, retryAfterSeconds: 7 });
  });

  it("ends a call at its timeout", async () => {
    const { functions, clock } = createClient((_, signal) => hangUntilAborted(signal));
    const result = functions.invoke("slow", { timeout: 5_000 });
    await clock.advance(4_999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    expect((await result).error).toMatchObject({ kind: "network", code: "timeout" });
    expect(clock.pending()).toBe(0);
  });

  it("percent-encodes a function's route in the URL, and omits the route from errors", async () => {
    const { functions, requests } = createClient(() => Response.json({}, { status: 500 }));
    const { error } = await functions.invoke("api/users/a b?c#d");
    expect(onlyRequest(requests).url).toBe(`${url}/functions/v1/api/users/a%20b%3Fc%23d`);
    expect(error?.operation).toBe("functions api");
    expect(JSON.stringify(error) + error?.message).not.toContain("users");
  });

  it.each(["..", "../rest/v1/rpc/delete_all", "api/../../auth", "."])(
    "sends no request for the invalid name %s",
    async (name) => {
      const { functions, requests } = createClient(() => Response.json({}));
      const { error } = await functions.invoke(name);
      expect(error).toMatchObject({ kind: "functions", code: "invalid_path" });
      expect(requests).toHaveLength(0);
    },
  );

  it("returns `aborted` and stops its timer when the caller's signal aborts", async () => {
    const { functions, clock } = createClient((_, signal) => hangUntilAborted(signal));
    const controller = new AbortController();
    const result = functions.invoke("slow", { signal: controller.signal });
    await clock.advance(1);
    controller.abort();
    expect((await result).error).toMatchObject({ kind: "network", code: "aborted" });
    expect(clock.pending()).toBe(0);
  });

  it("sends no request when no user is signed in", async () => {
    const { runtime, requests } = createClient(() => Response.json({}));
    const getAccessToken = () => Promise.reject(sessionMissing("test"));
    const functions = createFunctionsClient({ url, anonKey, runtime, getAccessToken });
    expect((await functions.invoke("sweep")).error).toMatchObject({ code: "session_missing" });
    expect(requests).toHaveLength(0);
  });
});
