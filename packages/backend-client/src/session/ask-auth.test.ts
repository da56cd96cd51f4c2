import { beforeEach, describe, expect, it } from "vitest";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { askAuth } from "./ask-auth.js";
import { CallBudget } from "./call-budget.js";
import { projectState } from "./project-state.js";

const CALL = { path: "/user", method: "GET", operation: "auth.user" } as const;

let memory: MemoryBackend;

beforeEach(() => {
  memory = createMemoryBackend();
});

const answer = (respond: () => Response) =>
  memory.faults.add({ path: "/auth/v1/user", times: Number.POSITIVE_INFINITY, respond });
const breaker = () => projectState(memory.backend.url).breaker;
const ask = (call: object = {}) => askAuth(memory.backend, { ...CALL, ...call }, (body) => body);

describe("a call to the auth service", () => {
  it("answers what is read of the body, now or later", async () => {
    answer(() => authAnswer(200, { id: 7 }));
    expect(await ask()).toEqual({ value: { id: 7 }, error: null });
    const later = await askAuth(memory.backend, CALL, async () => "read");
    expect(later).toEqual({ value: "read", error: null });
  });

  it("whose answer cannot be read failed", async () => {
    answer(() => authAnswer(200, {}));
    const { value, error } = await askAuth(memory.backend, CALL, () => null);
    expect(value).toBeNull();
    expect(error).toMatchObject({
      kind: "network",
      code: "unexpected_answer",
      status: 200,
      operation: "auth.user",
    });
    expect(breaker().failures).toBe(1);
  });

  it("is not made while the breaker holds calls back", async () => {
    breaker().openUntil = memory.clock.now() + 1000;
    expect((await ask()).error).toMatchObject({ code: "service_unavailable" });
    expect(memory.calls).toEqual([]);
  });

  it("is not made when its request has nothing left to spend", async () => {
    const budget = CallBudget.spent(memory.backend.runtime);
    expect((await ask({ budget })).error).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      operation: "auth.user",
      message: expect.stringContaining("auth.user was not tried"),
    });
    expect(memory.calls).toEqual([]);
  });

  it("has the deadline of its request, not one of its own", async () => {
    const budget = new CallBudget(memory.backend.runtime);
    memory.clock.skip(2_000);
    memory.faults.add({ path: "/", hang: true });
    const start = memory.clock.now();
    expect((await ask({ budget })).error).toMatchObject({ code: "timeout" });
    expect(memory.clock.now() - start).toBe(1_000);
    expect(budget.take()).toBe(false);
  });

  it("leaves a request whose first call failed one more", async () => {
    answer(() => authAnswer(429, { code: "over_request_rate_limit" }));
    const budget = new CallBudget(memory.backend.runtime);
    for (let call = 0; call < 3; call++) await ask({ budget });
    expect(memory.count("/auth/v1/user")).toBe(2);
  });

  it("that the service refuses leaves a request as many as it takes", async () => {
    answer(() => authAnswer(403, { code: "bad_jwt" }));
    const budget = new CallBudget(memory.backend.runtime);
    for (let call = 0; call < 3; call++) await ask({ budget });
    expect(memory.count("/auth/v1/user")).toBe(3);
  });
});

describe("a call that never left", () => {
  it("changes nothing about the service, however often it is tried", async () => {
    const budget = CallBudget.spent(memory.backend.runtime);
    for (let call = 0; call < 20; call++) await ask({ budget });
    expect(breaker()).toEqual({ failures: 0, openUntil: 0, openings: 0 });
  });

  it("gives the leave to find out back to the next one", async () => {
    breaker().failures = 5;
    breaker().openUntil = memory.clock.now();
    await ask({ budget: CallBudget.spent(memory.backend.runtime) });
    expect((await ask()).error).toMatchObject({ code: "no_authorization" });
    expect(breaker().openUntil).toBe(0);
  });
});

describe("a rate limit", () => {
  const limit = () => authAnswer(429, { code: "over_request_rate_limit" }, { "retry-after": "20" });

  it("of this server holds everyone back", async () => {
    answer(limit);
    await ask();
    expect(breaker().openUntil).toBe(memory.clock.now() + 20_000);
  });

  it("of one visitor, whose address the service was told, holds nobody else back", async () => {
    answer(limit);
    await ask({ headers: { "sb-forwarded-for": "192.0.2.7" } });
    expect(breaker()).toEqual({ failures: 0, openUntil: 0, openings: 0 });
  });

  it("alone is the visitor's own: failures count as ever", async () => {
    answer(() => authAnswer(500, { code: "unexpected_failure" }));
    await ask({ headers: { "sb-forwarded-for": "192.0.2.7" } });
    expect(breaker().failures).toBe(1);
  });
});
