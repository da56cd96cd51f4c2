import { beforeEach, describe, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import {
  createMemoryBackend,
  createMemoryJar,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer } from "./session-server.js";

const PLAIN = "http://app.shop.example.com";

let memory: MemoryBackend;
let box: MemoryJar;

beforeEach(() => {
  memory = createMemoryBackend();
  box = createMemoryJar({ origin: PLAIN });
});

const place = (name: string, value: string, domain?: string, jar = box) =>
  jar.take(
    new Response(null, {
      headers: { "set-cookie": `${name}=${value}; Path=/${domain ? `; Domain=${domain}` : ""}` },
    }),
  );

async function signIn(email: string, jar = box): Promise<string> {
  const own = createMemoryJar({ origin: jar.origin });
  memory.seed(own, await memory.auth.signIn({ user: memory.auth.createUser({ email }) }));
  memory.clock.skip(1000);
  const [value = ""] = [...own.cookies].flatMap(([name, text]) =>
    name.endsWith("sb-session") ? text : [],
  );
  return value;
}

async function goThroughRefresh(options: SessionServerOptions = {}): Promise<number> {
  const sessions = createSessionServer(memory.backend, options);
  const response = await sessions.handle(box.request("/auth/refresh?next=/"));
  expect(response.status).toBe(303);
  box.take(response);
  return response.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line)).length;
}

async function whoIs(options: SessionServerOptions = {}): Promise<string | undefined> {
  const sessions = createSessionServer(memory.backend, options);
  const session = await sessions.open(box.request("/"), { isReadOnly: true }).session();
  return session.status === "authenticated" ? session.claims.email : session.status;
}

const names = () =>
  box
    .header()
    .split("; ")
    .flatMap((pair) => pair.match(/^.*session[^=]*/)?.[0] ?? []);

describe("GET refresh", () => {
  it.each([
    [undefined, "shop.example.com"],
    [undefined, "example.com"],
    ["example.com", undefined],
    ["shop.example.com", "example.com"],
  ])(
    "keeps the session with the cookie domain %s and removes the invalid cookie with the domain %s (undefined: only this host)",
    async (used, stray) => {
      const options = { cookieDomain: used };
      place("sb-session", await signIn("olivia@b.test"), used);
      place("sb-session", "garbage", stray);
      expect(await whoIs(options)).toBe("olivia@b.test");
      await goThroughRefresh(options);
      expect(names()).toEqual(["sb-session"]);
      expect(await whoIs(options)).toBe("olivia@b.test");
      expect(memory.count("/auth/v1/token")).toBe(0);
    },
  );

  it("keeps the newer of two sessions, even if the newer one is on the parent domain", async () => {
    const older = await signIn("olivia@b.test");
    place("sb-session", await signIn("adam@b.test"), "example.com");
    place("sb-session", older);
    await goThroughRefresh();
    expect(names()).toEqual(["sb-session"]);
    expect(await whoIs()).toBe("adam@b.test");
  });

  it("sets only the hold cookie when the browser has one session", async () => {
    place("sb-session", await signIn("olivia@b.test"));
    place("sb-present", "1");
    const sessions = createSessionServer(memory.backend);
    const response = await sessions.handle(box.request("/auth/refresh?next=/"));
    const set = response.headers.getSetCookie().map((line) => line.split("=")[0]);
    expect(set).toEqual(["sb-refresh-hold"]);
  });

  it.each([
    ["next to a session", "olivia@b.test"],
    ["without a session", "unauthenticated"],
  ])("removes 50 stray cookies %s, at most 20 cookies in one response", async (_where, who) => {
    const session = await signIn("olivia@b.test");
    for (let index = 0; index < 50; index++) {
      place(`sb-session.${index}`, "garbage", ["example.com", "shop.example.com"][index % 3]);
    }
    if (who !== "unauthenticated") place("sb-session", session);
    const expected = who === "unauthenticated" ? [] : ["sb-session"];
    let rounds = 0;
    while (names().length > expected.length) {
      const removed = await goThroughRefresh();
      expect(removed).toBeGreaterThan(0);
      expect(removed).toBeLessThanOrEqual(20);
      rounds++;
      expect(rounds).toBeLessThan(20);
    }
    expect(names()).toEqual(expected);
    expect(await whoIs()).toBe(who);
  });

  it("keeps cookies with plain names on a parent domain if the SDK uses __Host- names", async () => {
    box = createMemoryJar({ origin: "https://app.shop.example.com" });
    memory.seed(box, await memory.auth.signIn());
    place("sb-session", "of another app", "example.com");
    await goThroughRefresh();
    expect(names()).toEqual(["__Host-sb-session", "sb-session"]);
  });
});

it("the server finds the tombstone cookie of the parent domain even if this host has a forged one", async () => {
  place("sb-session", await signIn("olivia@b.test"));
  const late = box.copy();
  const sessions = createSessionServer(memory.backend);
  box.take(await sessions.handle(box.post("/auth/sign-out")));
  const tombstone = box.cookies.get("sb-signed-out") ?? "";
  place("sb-signed-out", "made-up", undefined, late);
  place("sb-signed-out", tombstone, "example.com", late);
  // Simulate another process, which knows of the sign-out only from the browser's `sb-signed-out`
  // cookie.
  forgetProject(memory.backend.url);
  const session = await createSessionServer(memory.backend)
    .open(late.request("/"), { isReadOnly: true })
    .session();
  expect(session).toEqual({ status: "unauthenticated" });
});
