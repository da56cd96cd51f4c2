import { expect, it } from "vitest";
import { createFakePage } from "../../test/support/fake-page.js";
import { createBrowserBackend } from "../browser/browser-backend.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend, createVirtualClock } from "../testing/index.js";

it.each([60, 120])("a token that lives %d s is refreshed only in its last third", async (life) => {
  const memory = createMemoryBackend({ auth: { accessTokenSeconds: life } });
  const sessions = createSessionServer(memory.backend);
  const jar = memory.createJar();
  await memory.signIn(jar);
  const visit = async () => {
    const scope = sessions.open(jar.request("/"));
    expect((await scope.session()).status).toBe("authenticated");
    const { headers } = jar.take(scope.apply(new Response()));
    return headers.getSetCookie().find((line) => line.startsWith("sb-fresh="));
  };
  for (let request = 0; request < 5; request++) await visit();
  expect(memory.count("/auth/v1/token")).toBe(0);
  memory.clock.skip((life * 2000) / 3);
  expect(await visit()).toContain(`Max-Age=${(life * 2) / 3};`);
  expect(memory.count("/auth/v1/token")).toBe(1);
  await visit();
  expect(memory.count("/auth/v1/token")).toBe(1);
});

it("a tab refreshes a one-minute token every 40 seconds", async () => {
  const memory = createMemoryBackend({
    clock: createVirtualClock(),
    auth: { accessTokenSeconds: 60 },
  });
  const sessions = createSessionServer(memory.backend);
  const jar = memory.createJar();
  await memory.signIn(jar);
  const page = createFakePage(
    async (input, init = {}) => {
      const path = String(input);
      const isRead = (init.method ?? "GET") === "GET";
      const request = isRead ? jar.script(path) : jar.post(path, { body: init.body ?? null });
      return jar.take(await sessions.handle(request));
    },
    undefined,
    memory.clock,
  );
  const client = createBrowserBackend(memory.backend, { environment: page.environment });
  const stop = client.start();
  await client.session.getAccessToken();
  // A refresh of a one-minute token is due after 40 s. The tab checks every 10 s.
  await memory.clock.advance(40_000);
  expect(memory.count("/auth/v1/token")).toBe(1);
  await memory.clock.advance(80_000);
  expect(memory.count("/auth/v1/token")).toBe(3);
  stop();
});
