import { beforeEach, expect, it } from "vitest";
import { createFakePage } from "../../test/support/fake-page.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { createEventLog } from "./event-log.js";
import { createSessionClient, type SessionClient } from "./session-client.js";
import { sessionHandler } from "./session-http.js";

let memory: MemoryBackend;
let jar: MemoryJar;
let session: SessionClient;

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  await memory.signIn(jar);
  const sessions = createSessionServer(memory.backend);
  const page = createFakePage(async (input, init) => {
    const { body, headers } = init ?? {};
    const path = String(input);
    const request = body
      ? jar.post(path, { body: String(body), headers: headers as Record<string, string> })
      : jar.script(path);
    return jar.take(await sessions.handle(request));
  });
  const { environment } = page;
  const handler = sessionHandler({}, environment);
  const eventLog = createEventLog(environment, "session");
  session = createSessionClient({ handler, environment, eventLog });
  await session.getAccessToken();
});

const failLogout = () =>
  memory.faults.add({
    path: "/auth/v1/logout",
    times: Number.POSITIVE_INFINITY,
    respond: () => Response.json({ error_code: "over_request_rate_limit" }, { status: 429 }),
  });

it.each(["local", "global"] as const)(
  "a sign-out that the service does not confirm ends the tab's session and returns an error (scope %s)",
  async (scope) => {
    failLogout();
    const { error } = await session.signOut({ scope });
    expect(error).toMatchObject({ name: "BackendError", code: "over_request_rate_limit" });
    expect(session.get()).toEqual({ status: "unauthenticated" });
  },
);

it("a sign-out of the other sessions returns an error and keeps the tab's session when the service returns an error", async () => {
  failLogout();
  const { error } = await session.signOut({ scope: "others" });
  expect(error).toMatchObject({ code: "over_request_rate_limit" });
  expect(session.get()).toMatchObject({ status: "authenticated" });
  expect(session.get()).not.toHaveProperty("error");
});

it("a sign-out of the other sessions returns an error when the expired token cannot be refreshed", async () => {
  memory.clock.skip(3_700_000);
  memory.faults.add({
    path: "/auth/v1/token",
    times: Number.POSITIVE_INFINITY,
    respond: () => Response.json({ error_code: "over_request_rate_limit" }, { status: 429 }),
  });
  const { error } = await session.signOut({ scope: "others" });
  expect(error).toMatchObject({ code: "over_request_rate_limit" });
  expect(session.get()).toMatchObject({ status: "authenticated" });
});
