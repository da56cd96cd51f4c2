import { expect, it } from "vitest";
import { createMemoryBackend } from "../../testing/index.js";
import type { SessionServerOptions } from "../options.js";
import { createSessionServer } from "../session-server.js";

async function confirmRepeatedly(options: SessionServerOptions): Promise<Response> {
  const memory = createMemoryBackend();
  const sessions = createSessionServer(memory.backend, { ...options, logger: false });
  const box = memory.createJar();
  for (let count = 0; count < 20; count++) {
    const body = new URLSearchParams({ token_hash: "abc", type: "email" });
    const headers = { "x-forwarded-for": "198.51.100.7" };
    const response = await sessions.handle(box.post("/auth/confirm", { body, headers }));
    if (response.status === 429) return response;
  }
  throw new Error("No call was refused.");
}

it("the page for too many attempts shows the seconds to wait", async () => {
  const response = await confirmRepeatedly({});
  const seconds = response.headers.get("retry-after");
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(await response.text()).toContain(`Wait ${seconds} seconds, then try again.`);
});

it("the page for too many attempts says 1 second, not 1 seconds", async () => {
  const response = await confirmRepeatedly({ clientLimit: { burst: 1, perMinute: 60 } });
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.text()).toContain("Wait 1 second, then try again.");
});

it("the page for too many attempts states the wait in the language of its text", async () => {
  const wait = { burst: 1, perMinute: 60 };
  const texts = { de: { "tooManyAttempts.body": "Versuchen Sie es in {wait} noch einmal." } };
  const language = () => "de";
  const german = await confirmRepeatedly({ clientLimit: wait, texts, language });
  expect(await german.text()).toContain("Versuchen Sie es in 1 Sekunde noch einmal.");
  const empty = { de: { "confirm.button": "Weiter" } };
  const english = await confirmRepeatedly({ clientLimit: wait, texts: empty, language });
  expect(await english.text()).toContain("Wait 1 second, then try again.");
});

it("the page for too many attempts shows no seconds when the wait is unknown", async () => {
  const response = await confirmRepeatedly({ clientAddress: { hops: 2 } });
  expect(response.headers.get("retry-after")).toBeNull();
  const text = await response.text();
  expect(text).toContain("Try again in a few minutes.");
  expect(text).not.toContain("seconds");
});
