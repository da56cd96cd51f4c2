import { expect, it } from "vitest";
import { createBrowserBackend } from "../src/browser/browser-backend.js";
import { createSessionServer } from "../src/server/session-server.js";
import { toInitialSession } from "../src/session/session.js";
import { createMemoryBackend, createVirtualClock } from "../src/testing/index.js";
import { createFakePage, createTabHub } from "./support/fake-page.js";

it("a session that ends is deleted from the host's and the domain's cookies, and each tab is notified once", async () => {
  const memory = createMemoryBackend({ clock: createVirtualClock() });
  const sessions = createSessionServer(memory.backend, { cookieDomain: "app.test" });
  const jar = memory.createJar();
  await memory.signIn(jar);
  const hub = createTabHub();
  const removed: string[] = [];

  const openTab = async () => {
    const page = createFakePage(
      async (input, init = {}) => {
        const path = String(input);
        const { method = "GET", body = null } = init;
        const request = method === "GET" ? jar.script(path) : jar.post(path, { body });
        const response = await sessions.handle(request);
        removed.push(
          ...response.headers
            .getSetCookie()
            .filter((line) => line.startsWith("sb-session=;"))
            .map((line) => /Domain=[^;]*/.exec(line)?.[0] ?? "this host"),
        );
        return jar.take(response);
      },
      hub,
      memory.clock,
    );
    const rendered = await sessions.open(jar.request("/")).session();
    const initialSession = toInitialSession(rendered, memory.clock.now());
    const environment = page.environment;
    const client = createBrowserBackend(memory.backend, { environment, initialSession });
    const events: string[] = [];
    client.session.subscribe((event, _session, source) => events.push(`${event} ${source}`));
    client.start();
    await client.session.getAccessToken();
    return { client, events };
  };
  const first = await openTab();
  const second = await openTab();

  memory.auth.sessions.clear();
  await memory.clock.advance(3_600_000);

  expect(jar.cookies.has("sb-session")).toBe(false);
  expect(new Set(removed)).toEqual(new Set(["this host", "Domain=app.test"]));
  expect(memory.count("/auth/v1/token")).toBe(1);
  // The refresh found that the session had ended, so the event's source is the server.
  expect(first.events).toEqual(["INITIAL_SESSION local", "SIGNED_OUT server"]);
  // The second tab learns of the end from its own response or from the first tab's message.
  expect(second.events).toEqual([
    "INITIAL_SESSION local",
    expect.stringMatching(/^SIGNED_OUT (?:server|tab)$/),
  ]);
  for (const { client } of [first, second]) {
    expect(client.session.get()).toMatchObject({ status: "unauthenticated" });
    await expect(client.session.getAccessToken()).rejects.toMatchObject({
      code: "session_missing",
    });
  }
});
