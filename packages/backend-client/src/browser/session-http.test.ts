import { expect, it } from "vitest";
import { createVirtualClock } from "../testing/virtual-clock.js";
import { sessionHandler } from "./session-http.js";

const clock = createVirtualClock();
const requests: [address: string, body: unknown][] = [];

function post(respond: (signal: AbortSignal | null | undefined) => Promise<Response>) {
  const handler = sessionHandler(
    { basePath: "/shop/auth", trailingSlash: true },
    {
      schedule: clock.schedule,
      fetch(input, init) {
        requests.push([String(input), JSON.parse(String(init?.body))]);
        return respond(init?.signal);
      },
    },
  );
  return handler.post("passkey/registration/verify", { challengeId: "c" });
}

it("session-http posts a passkey step to the session handler and returns the handler's JSON", async () => {
  expect(await post(async () => Response.json({ id: "p" }))).toEqual({ id: "p" });
  expect(requests).toEqual([["/shop/auth/passkey/registration/verify/", { challengeId: "c" }]]);
});

it("session-http throws the error that the handler responds with", async () => {
  const error = {
    ...{ name: "BackendError", kind: "auth", code: "webauthn_challenge_expired" },
    ...{ message: "too late", retryable: false, operation: "auth.passkey.verifyRegistration" },
  };
  const answer = async () => Response.json({ error }, { status: 400 });
  await expect(post(answer)).rejects.toMatchObject({ ...error, docs: expect.any(String) });
});

it.each([
  ["a page from a captive portal", () => new Response("<html>"), "unexpected_answer"],
  ["an empty object", () => Response.json({}), "unexpected_answer"],
  ["null", () => Response.json(null), "unexpected_answer"],
  ["a page from a gateway", () => new Response("down", { status: 502 }), "service_unavailable"],
])("session-http rejects this response: %s", async (_, respond, code) => {
  await expect(post(async () => respond())).rejects.toMatchObject({ kind: "network", code });
});

it("session-http aborts a passkey request after 22 seconds", async () => {
  let isOver = false;
  const waiting = post(
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          isOver = true;
          reject(signal.reason);
        });
      }),
  );
  const outcome = expect(waiting).rejects.toMatchObject({ kind: "network", code: "timeout" });
  await clock.advance(21_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await outcome;
});
