import { beforeEach, describe, expect, it } from "vitest";
import { createNames } from "../cookies/names.js";
import {
  createMemoryBackend,
  createMemoryJar,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer } from "./session-server.js";

const ORIGIN = "https://app.example.com";
const DAY_MS = 24 * 60 * 60 * 1000;

let memory: MemoryBackend;
let box: MemoryJar;

beforeEach(() => {
  memory = createMemoryBackend();
  memory.auth.createUser({ email: "ada@b.test", password: "correct" });
  memory.auth.createUser({ email: "eve@b.test", password: "correct" });
  box = createMemoryJar({ origin: ORIGIN });
});

async function within<T>(
  run: (scope: ReturnType<ReturnType<typeof createSessionServer>["open"]>) => Promise<T>,
  options: SessionServerOptions = {},
  jar = box,
): Promise<T> {
  const scope = createSessionServer(memory.backend, options).open(jar.request("/"));
  const result = await run(scope);
  jar.take(scope.apply(new Response()));
  return result;
}

const signIn = (email: string, options?: SessionServerOptions, jar = box) =>
  within((scope) => scope.auth.signInWithPassword({ email, password: "correct" }), options, jar);

const whoIs = (options?: SessionServerOptions, jar = box) =>
  within(
    async (scope) => {
      const session = await scope.session();
      return session.status === "authenticated" ? session.claims.email : session.status;
    },
    options,
    jar,
  );

async function signInOfBefore(email: string): Promise<void> {
  const plain = createMemoryJar({ origin: "http://app.example.com" });
  await signIn(email, {}, plain);
  for (const [name, value] of plain.cookies) {
    if (name !== "sb-present") {
      box.take(
        new Response(null, { headers: { "set-cookie": `${name}=${value}; Path=/; Secure` } }),
      );
    }
  }
}

const names = (jar = box) => [...jar.cookies.keys()].sort();

describe("the names of the SDK's cookies", () => {
  it("start with __Host- on https, except for sb-fresh and sb-present", async () => {
    await signIn("ada@b.test");
    expect(names()).toEqual(["__Host-sb-session", "sb-fresh", "sb-present"]);
    expect(await whoIs()).toBe("ada@b.test");
    await within((scope) => scope.auth.signInWithOAuth({ provider: "github" }));
    expect(names()).toContainEqual(expect.stringMatching(/^__Host-sb-flow-.*code-verifier$/));
    box.take(await createSessionServer(memory.backend).handle(box.request("/auth/refresh?next=/")));
    expect(names()).toContain("__Host-sb-refresh-hold");
    await within((scope) => scope.auth.signOut());
    expect(names().filter((name) => !name.includes("flow"))).toEqual([
      "__Host-sb-refresh-hold",
      "__Host-sb-signed-out",
    ]);
    expect(await whoIs()).toBe("unauthenticated");
  });

  it("have no __Host- prefix on http or with a parent domain", async () => {
    const plain = createMemoryJar({ origin: "http://app.example.com" });
    await signIn("ada@b.test", {}, plain);
    expect(names(plain)).toEqual(["sb-fresh", "sb-present", "sb-session"]);
    await signIn("ada@b.test", { cookieDomain: "example.com" });
    expect(names()).toEqual(["sb-fresh", "sb-present", "sb-session"]);
    expect(await whoIs({ cookieDomain: "example.com" })).toBe("ada@b.test");
  });

  it("start with the app's prefix, so that two apps on one host keep separate sessions", async () => {
    await signIn("ada@b.test", { cookiePrefix: "shop" });
    await signIn("eve@b.test", { cookiePrefix: "admin" });
    expect(names()).toEqual([
      "__Host-admin-session",
      "__Host-shop-session",
      "admin-fresh",
      "admin-present",
      "shop-fresh",
      "shop-present",
    ]);
    await within((scope) => scope.auth.signOut(), { cookiePrefix: "admin" });
    expect(await whoIs({ cookiePrefix: "shop" })).toBe("ada@b.test");
    expect(await whoIs({ cookiePrefix: "admin" })).toBe("unauthenticated");
  });

  it("are recognized with the app's prefix too, so that apply() forbids caching", async () => {
    await signIn("ada@b.test", { cookiePrefix: "shop" });
    const sessions = createSessionServer(memory.backend, { cookiePrefix: "shop" });
    const answer = sessions.open(box.request("/")).apply(new Response());
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  it("keep the __Host- prefix when the browser also has a plain cookie of an earlier version", async () => {
    await signInOfBefore("eve@b.test");
    await signIn("ada@b.test");
    expect(names()).toEqual(["__Host-sb-session", "sb-fresh", "sb-present"]);
  });
});

describe("a sibling host that sets cookies for the whole site", () => {
  const migrate = { upgradedOn: "2026-01-01", from: ["unprefixed"] } as const;

  async function attack(): Promise<void> {
    const sibling = box.at("https://other.example.com");
    const own = createMemoryJar({ origin: "http://other.example.com" });
    memory.clock.skip(60_000);
    await signIn("eve@b.test", {}, own);
    const { plain, hostBound } = createNames();
    for (const name of [plain.session, hostBound.session]) {
      for (const domain of ["example.com", "app.example.com"]) {
        const line = `${name}=${own.cookies.get("sb-session")}; Domain=${domain}; Path=/; Secure`;
        sibling.take(new Response(null, { headers: { "set-cookie": line } }));
      }
    }
  }

  it.each([
    ["without a migration", {}],
    ["while the server reads cookies without __Host-", { migrate }],
  ])("cannot change the signed-in user, %s", async (_when, options) => {
    memory.clock.skip(Date.parse("2026-01-02T00:00:00Z") - memory.clock.now());
    await signIn("ada@b.test", options);
    await attack();
    expect(box.header()).toContain("sb-session=1.");
    expect(await whoIs(options)).toBe("ada@b.test");
    memory.clock.skip(3_600_000);
    expect(await whoIs(options)).toBe("ada@b.test");
  });

  it("cannot sign a visitor in", async () => {
    await attack();
    expect(await whoIs()).toBe("unauthenticated");
  });
});

describe("a cookie with the plain name of an earlier version", () => {
  const upgradedOn = "2026-03-01";
  const migrate = { upgradedOn, from: ["unprefixed"] } as const;
  const goTo = (days: number) =>
    memory.clock.skip(Date.parse(`${upgradedOn}T00:00:00Z`) + days * DAY_MS - memory.clock.now());

  it("keeps its session after the upgrade and gets the __Host- name on the first request that can set cookies", async () => {
    goTo(0);
    await signInOfBefore("ada@b.test");
    const sessions = createSessionServer(memory.backend, { migrate });
    const page = await sessions.open(box.request("/"), { isReadOnly: true }).session();
    expect(page.status).toBe("authenticated");
    expect(await whoIs({ migrate })).toBe("ada@b.test");
    expect(names()).toEqual(["__Host-sb-session", "sb-fresh", "sb-present"]);
    expect(memory.count("/auth/v1/token?grant_type=refresh_token")).toBe(0);
    expect(await whoIs()).toBe("ada@b.test");
  });

  it.each([
    ["59 days after the upgrade", 59.9, migrate, "ada@b.test"],
    ["60 days after the upgrade", 60.1, migrate, "unauthenticated"],
    ["on the day of `until`", 100.9, { ...migrate, until: "2026-06-09" }, "ada@b.test"],
    ["on the day after `until`", 101.1, { ...migrate, until: "2026-06-09" }, "unauthenticated"],
    [
      "during a migration of other cookies",
      1,
      { ...migrate, from: ["ssr"] as const },
      "unauthenticated",
    ],
    ["without the option", 1, undefined, "unauthenticated"],
  ])(
    "is read only while a migration of plain cookie names lasts: %s",
    async (_when, day, option, expected) => {
      goTo(day);
      await signInOfBefore("ada@b.test");
      expect(await whoIs({ migrate: option })).toBe(expected);
    },
  );

  it("gets the __Host- name when its session is refreshed", async () => {
    goTo(1);
    await signInOfBefore("ada@b.test");
    memory.clock.skip(3_700_000);
    expect(await whoIs({ migrate })).toBe("ada@b.test");
    expect(names()).toEqual(["__Host-sb-session", "sb-fresh", "sb-present"]);
  });

  it("cannot be used after a sign-out", async () => {
    goTo(1);
    await signInOfBefore("ada@b.test");
    const before = [...box.cookies];
    await within((scope) => scope.auth.signOut(), { migrate });
    expect(names()).toEqual(["__Host-sb-signed-out"]);
    for (const [name, value] of before) box.cookies.set(name, value);
    expect(await whoIs({ migrate })).toBe("unauthenticated");
  });

  it("still provides the PKCE verifier of a sign-in that started before the upgrade", async () => {
    goTo(1);
    const plain = createMemoryJar({ origin: "http://app.example.com" });
    await within((scope) => scope.auth.signInWithOAuth({ provider: "github" }), {}, plain);
    for (const [name, value] of plain.cookies) box.cookies.set(name, value);
    memory.calls.length = 0;
    await within((scope) => scope.auth.exchangeCodeForSession("x"), { migrate });
    const call = memory.calls.find(({ path }) => path.includes("grant_type=pkce"));
    expect(call?.body.code_verifier).toMatch(/^\w{40,}/);
    expect(plain.header()).toContain(
      Buffer.from(JSON.stringify(call?.body.code_verifier)).toString("base64url"),
    );
  });
});

it.each(["", "__Host-a", "a b", "a;b", "ü", "x".repeat(33)])(
  "createSessionServer rejects the cookie prefix %j",
  (prefix) => {
    expect(() => createSessionServer(memory.backend, { cookiePrefix: prefix })).toThrow(
      /cookiePrefix/,
    );
  },
);
