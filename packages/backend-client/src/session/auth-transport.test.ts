import { describe, expect, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { type AuthRequest, sendAuth, wasSent } from "./auth-transport.js";
import { projectState } from "./project-state.js";

type Respond = (signal: RequestInit["signal"]) => Response | Promise<Response>;

let services = 0;

function createService(respond: Respond, anonKey = "sb_publishable_key") {
  const seen: { url: string; init: RequestInit }[] = [];
  const backend = defineBackend({
    url: `http://send-${++services}.test`,
    anonKey,
    runtime: {
      fetch: async (input, init = {}) => {
        seen.push({ url: String(input), init });
        return respond(init.signal);
      },
    },
  });
  const send = (extra: Partial<AuthRequest> = {}) =>
    sendAuth(backend, {
      operation: "auth.otp",
      path: "/otp",
      method: "POST",
      headers: { apikey: anonKey },
      timeoutMs: 1000,
      ...extra,
    });
  const sent = async (extra: Partial<AuthRequest> = {}) => {
    const result = await send(extra);
    return wasSent(result) ? result : expect.fail("not sent");
  };
  const headers = () => Object.fromEntries(new Headers(seen.at(-1)?.init.headers).entries());
  return { backend, seen, send, sent, headers };
}

const ok = () => Response.json({});

describe("the headers of a request to the auth service", () => {
  const forwarded = { apikey: "sb_secret_key", "sb-forwarded-for": "192.0.2.7" };

  it.each([
    ["omit a bearer token that repeats the publishable key", "sb_publishable_key", undefined],
    ["keep a bearer token that is a JWT", "e30.e30.e30", "Bearer e30.e30.e30"],
  ])("%s, if the request has a forwarding key", async (_name, key, expected) => {
    const { sent, headers } = createService(ok, key);
    await sent({ headers: { apikey: key, authorization: `Bearer ${key}` }, forwarded });
    expect(headers()).toEqual({
      ...forwarded,
      ...(expected === undefined ? {} : { authorization: expected }),
    });
  });

  it("keep a user's bearer token when the request has a forwarding key", async () => {
    const { sent, headers } = createService(ok);
    await sent({ headers: { authorization: "Bearer token" }, forwarded });
    expect(headers().authorization).toBe("Bearer token");
  });

  it.each([[undefined], [{}]])("stay unchanged if no headers are forwarded: %o", async (none) => {
    const { sent, headers } = createService(ok);
    await sent({ headers: { authorization: "Bearer sb_publishable_key" }, forwarded: none });
    expect(headers()).toEqual({ authorization: "Bearer sb_publishable_key" });
  });
});

describe("a response of the auth service", () => {
  it.each([
    [
      "JSON with status 200",
      () => Response.json({ a: 1 }),
      { body: { a: 1 }, text: '{"a":1}' },
      null,
    ],
    ["no body with status 200", () => new Response(""), { body: null, text: "" }, null],
    [
      "JSON with status 300",
      () => Response.json({}, { status: 300 }),
      { status: 300 },
      { code: "unexpected_answer" },
    ],
    [
      "broken JSON with status 299",
      () => new Response("{", { status: 299 }),
      { body: undefined },
      { code: "unexpected_answer" },
    ],
    [
      "JSON with status 399",
      () => Response.json({}, { status: 399 }),
      { status: 399 },
      { code: "unexpected_answer" },
    ],
    [
      "an error code in the body",
      () => Response.json({ code: "user_banned", message: "no" }, { status: 400 }),
      { status: 400 },
      { kind: "auth", code: "user_banned", status: 400, operation: "auth.otp" },
    ],
    [
      "an error code in a header",
      () => new Response("", { status: 403, headers: { "x-sb-error-code": "user_banned" } }),
      { body: null },
      { kind: "auth", code: "user_banned" },
    ],
    [
      "an error message of a hook",
      () => Response.json({ code: "hook_timeout", message: "the hook says" }, { status: 422 }),
      {},
      { kind: "auth", details: { message: "the hook says" } },
    ],
  ])(
    "with %s is returned with the matching body and error",
    async (_name, respond, answer, error) => {
      const result = await createService(respond).sent();
      expect(result.answer).toMatchObject(answer);
      if (error === null) expect(result.error).toBeNull();
      else expect(result.error).toMatchObject(error);
    },
  );

  it("sets retryAfterSeconds from the seconds in its message only if its status is 429", async () => {
    const message = "you can only request this after 33 seconds.";
    const seconds = async (status: number, headers = {}) => {
      const respond = () => Response.json({ code: "conflict", message }, { status, headers });
      return (await createService(respond).sent()).error?.retryAfterSeconds;
    };
    expect(await seconds(429)).toBe(33);
    expect(await seconds(429, { "retry-after": "5" })).toBe(5);
    expect(await seconds(409)).toBeUndefined();
  });
});

describe("a request to the auth service", () => {
  it("is not sent when its caller has already aborted", async () => {
    const { send, seen } = createService(ok);
    const result = await send({ signal: AbortSignal.abort() });
    expect(result).toMatchObject({ kind: "network", code: "aborted", operation: "auth.otp" });
    expect([wasSent(result), seen.length]).toEqual([false, 0]);
  });

  it("is not sent when the limiter refuses it", async () => {
    const refusal = new BackendError({ kind: "network", code: "rate_limited", message: "" });
    const paid: unknown[] = [];
    const limiter: CallLimiter = {
      checkRateLimit: (...call) => {
        paid.push(call);
        return refusal;
      },
      chargeRefusal: () => undefined,
      recordAnswer: () => expect.unreachable(),
    };
    const { send, seen } = createService(ok);
    expect(await send({ limiter, user: "ada" })).toBe(refusal);
    expect([paid, seen.length]).toEqual([[["auth.otp", "ada"]], 0]);
  });

  it("is neither sent nor counted toward a rate limit during a pause that the service requested", async () => {
    const limit = () => Response.json({ code: "over_request_rate_limit" }, { status: 429 });
    const { send, seen } = createService(limit);
    const answers: boolean[] = [];
    let paid = 0;
    const limiter: CallLimiter = {
      checkRateLimit: () => {
        paid++;
        return null;
      },
      chargeRefusal: () => undefined,
      recordAnswer: (isLimited) => answers.push(isLimited),
    };
    await send({ limiter });
    expect(await send({ limiter })).toMatchObject({ code: "rate_limited", operation: "auth.otp" });
    expect([paid, answers, seen.length]).toEqual([1, [true], 1]);
  });

  it("returns `aborted` when its caller aborts before the response", async () => {
    const controller = new AbortController();
    const { sent, seen } = createService(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
          controller.abort();
        }),
    );
    expect((await sent({ signal: controller.signal })).error).toMatchObject({ code: "aborted" });
    expect(seen.map(({ init }) => init.signal?.reason.name)).toEqual(["AbortError"]);
  });

  it("is reported as sent even without a response", async () => {
    const { sent } = createService(() => {
      throw new TypeError("fetch failed");
    });
    expect(await sent()).toMatchObject({
      answer: null,
      error: { kind: "network", code: "unreachable", operation: "auth.otp" },
    });
  });

  it("starts a pause after a rate-limited refresh only if it sent the visitor's address, and never after an email limit", async () => {
    const limit = () => Response.json({ code: "over_request_rate_limit" }, { status: 429 });
    const path = "/token?grant_type=refresh_token";
    const { backend, sent } = createService(limit);
    await sent({ path });
    expect(projectState(backend.url).holds.size).toBe(0);
    await sent({ path, forwarded: { "sb-forwarded-for": "192.0.2.7" } });
    expect(projectState(backend.url).holds.size).toBe(1);
    const emails = createService(() =>
      Response.json({ code: "over_email_send_rate_limit" }, { status: 429 }),
    );
    await emails.sent();
    expect(projectState(emails.backend.url).holds.size).toBe(0);
  });
});

it("wasSent accepts only objects that sendAuth created", async () => {
  const result = await createService(ok).sent();
  for (const other of [{ ...result }, null, "text"]) expect(wasSent(other as never)).toBe(false);
});
