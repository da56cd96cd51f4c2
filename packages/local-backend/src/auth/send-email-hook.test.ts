import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configSchema } from "../config/schema.ts";
import { createSendEmailHook, type SendEmailHook } from "./send-email-hook.ts";
import type { UserJson } from "./user-json.ts";

const USER = { id: "u", email: "a@b.test" } as UserJson;
const API = "http://127.0.0.1:54321";

let hook: SendEmailHook;
let timeout: AbortController;
const waits: number[] = [];
const fetched = vi.fn<typeof fetch>();

const answer = (status: number, headers = {}) => new Response("{}", { status, headers });
const outcome = () => hook.send(USER, { token: "123456" }).catch((error: unknown) => error);

beforeEach(() => {
  vi.useFakeTimers();
  timeout = new AbortController();
  waits.length = 0;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    waits.push(milliseconds);
    return timeout.signal;
  });
  vi.stubGlobal("fetch", fetched.mockReset());
  const config = configSchema.parse({
    auth: {
      hook: {
        send_email: { enabled: true, uri: "http://hook.test/", secrets: "v1,whsec_a2V5a2V5" },
      },
    },
  });
  const urls = { api: API, db: "", mailbox: "", functions: "" };
  hook = createSendEmailHook({ config, urls }) ?? expect.unreachable("the hook is enabled");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const hang: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

test("aborts a Send Email hook that does not respond within five seconds", async () => {
  fetched.mockImplementation(hang);
  const given = outcome();
  expect(waits).toEqual([5000]);
  timeout.abort();
  expect(await given).toMatchObject({
    status: 422,
    code: "hook_timeout",
    message: "Failed to reach hook within maximum time of 5.000000 seconds",
  });
  expect(fetched).toHaveBeenCalledOnce();
});

test("aborts a Send Email hook after five seconds in total, including all attempts and pauses", async () => {
  fetched.mockResolvedValueOnce(answer(503, { "retry-after": "true" })).mockImplementation(hang);
  const given = outcome();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(2);
  timeout.abort();
  expect(await given).toMatchObject({ code: "hook_timeout" });
  expect(waits).toEqual([5000]);

  timeout = new AbortController();
  fetched.mockReset().mockRejectedValue(new TypeError("fetch failed"));
  const refused = outcome();
  await vi.advanceTimersByTimeAsync(1_999);
  timeout.abort();
  expect(await refused).toMatchObject({ code: "hook_timeout" });
  expect(fetched).toHaveBeenCalledOnce();
});

test("calls an unreachable Send Email hook three times, two seconds apart", async () => {
  fetched.mockRejectedValue(new TypeError("fetch failed"));
  const given = outcome();
  for (const calls of [1, 2, 3]) {
    expect(fetched).toHaveBeenCalledTimes(calls);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(await given).toMatchObject({
    status: 422,
    code: "hook_timeout_after_retry",
    message: "Failed to reach hook after maximum retries",
  });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([
  [400, "Invalid payload sent to hook"],
  [401, "Hook requires authorization token"],
  [418, "Unexpected status code returned from hook: 418"],
  [429, "Service currently unavailable due to hook"],
  [503, "Service currently unavailable due to hook"],
])(
  "does not retry after the Send Email hook returns %i without Retry-After",
  async (status, message) => {
    fetched.mockResolvedValue(answer(status));
    expect(await outcome()).toMatchObject({ status: 500, code: "unexpected_failure", message });
    expect(fetched).toHaveBeenCalledOnce();
  },
);
