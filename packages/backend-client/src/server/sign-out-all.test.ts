import { beforeEach, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import type { CookieChange } from "../cookies/options.js";
import {
  createMemoryBackend,
  createMemoryJar,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const ORIGIN = "http://app.example.com";

let memory: MemoryBackend;
let box: MemoryJar;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend, { cookieDomain: "example.com" });
  box = createMemoryJar({ origin: ORIGIN });
  for (const [email, domain] of [
    ["ada@b.test", undefined],
    ["eve@b.test", "example.com"],
  ] as const) {
    const user = memory.auth.createUser({ email, password: "correct" });
    const own = createMemoryJar({ origin: ORIGIN });
    memory.seed(own, await memory.auth.signIn({ user }));
    memory.clock.skip(1000);
    for (const [name, value] of own.cookies) {
      const scope = domain ? `; Domain=${domain}` : "";
      const headers = { "set-cookie": `${name}=${value}; Path=/${scope}` };
      box.take(new Response(null, { headers }));
    }
  }
});

const statusOf = async (jar: MemoryJar) => {
  const scope = sessions.open(jar.request("/"));
  const { status } = await scope.session();
  jar.take(scope.apply(new Response()));
  return status;
};

const logouts = () => memory.calls.filter(({ path }) => path.startsWith("/auth/v1/logout"));

/** Next sends only one `Set-Cookie` header per cookie name. */
function lastOfEach(changes: readonly CookieChange[]): CookieChange[] {
  return [...new Map(changes.map((change) => [change.name, change])).values()];
}

it("signOut ends every session of the request, in the browser and at the service", async () => {
  expect(box.header().match(/sb-session=/g)).toHaveLength(2);
  const before = box.copy();
  box.take(await sessions.handle(box.post("/auth/sign-out")));
  expect(box.header()).toMatch(/^sb-signed-out=\S+$/);
  expect(logouts().map(({ path }) => path)).toEqual([
    "/auth/v1/logout?scope=local",
    "/auth/v1/logout?scope=local",
  ]);
  expect(await statusOf(before)).toBe("unauthenticated");
});

it("signOut with the scope global ends the user's sessions everywhere, and other users' sessions only in this browser", async () => {
  const scope = sessions.open(box.request("/"));
  await scope.auth.signOut({ scope: "global" });
  const paths = logouts().map(({ path }) => path);
  expect(paths).toEqual(["/auth/v1/logout?scope=global", "/auth/v1/logout?scope=local"]);
});

it("signOut leaves no usable session even if the framework sends only one Set-Cookie header per cookie name", async () => {
  const cookies = {
    getAll: () => box.getAll(),
    setAll: (changes: readonly CookieChange[]) => box.setAll(lastOfEach(changes)),
  };
  const headers = new Headers({ host: "app.example.com", "x-forwarded-proto": "http" });
  const action = sessions.open({ cookies, headers });
  expect(await action.auth.signOut({ scope: "local" })).toEqual({ data: null, error: null });
  expect(box.header()).toMatch(/sb-session=1\..*sb-signed-out=/);
  // Simulate another process, which knows of the sign-out only from the browser's `sb-signed-out`
  // cookie.
  forgetProject(memory.backend.url);
  const page = sessions.open(box.request("/"), { isReadOnly: true });
  expect((await page.session()).status).toBe("unauthenticated");
  box.take(await sessions.handle(box.script("/auth/session")));
  expect(box.header()).toMatch(/^sb-signed-out=\S+$/);
});

it("signOut returns an error when the service confirms the end of neither of two sessions", async () => {
  memory.faults.add({ path: "/auth/v1/logout", times: Number.POSITIVE_INFINITY, status: 503 });
  const { error } = await sessions.open(box.request("/")).auth.signOut({ scope: "local" });
  expect(error).toMatchObject({ code: "service_unavailable" });
});

it("signOut returns an error when the service confirms the end of only the first of two sessions", async () => {
  const path = /\/logout\?scope=local/;
  memory.faults.add({ path, times: Number.POSITIVE_INFINITY, status: 503 });
  const { error } = await sessions.open(box.request("/")).auth.signOut({ scope: "global" });
  expect(error).toMatchObject({ code: "service_unavailable" });
});
