import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryJar, type MemoryJar } from "../../src/testing/index.js";
import { ADAM, MIA } from "./backend.js";
import type { NextApp, NextBuild } from "./next-app.js";

type Account = typeof MIA;
type Send = (cookie: string, path: string, init?: RequestInit) => Promise<Response>;

function createSend(app: NextApp, more: Record<string, string> = {}): Send {
  return (cookie, path, init = {}) =>
    fetch(new URL(path, app.origin), {
      ...init,
      redirect: "manual",
      headers: { ...more, ...init.headers, ...(cookie === "" ? {} : { cookie }) },
    });
}

async function sessionOf(app: NextApp, account: Account): Promise<string> {
  const box = createMemoryJar();
  await app.submit(box, account);
  const value = box.cookies.get("sb-session");
  if (!value) throw new Error(`${account.email} was not signed in.`);
  return value;
}

async function actionField(send: Send, session: string, button: string): Promise<string> {
  const html = await (await send(`sb-session=${session}`, "/me")).text();
  const form = html.split("<form").find((part) => part.includes(`>${button}<`)) ?? "";
  const name = /name="(\$ACTION_ID_[^"]*)"/.exec(form)?.[1];
  if (!name) throw new Error(`The page has no form ${button}.`);
  return name;
}

function formOf(field: string, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  body.set(field, "");
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

async function pageUser(response: Response): Promise<string | null> {
  if (response.status === 307) {
    expect(response.headers.get("location")).toMatch(/^\/(sign-in|auth\/refresh)\?next=%2Fme$/);
    return null;
  }
  expect(response.status).toBe(200);
  const html = await response.text();
  const user = /page (\S+@[\w.]+)/.exec(html)?.[1] ?? null;
  if (user === null) expect(html).toContain("unavailable service_unavailable");
  return user;
}

const emailOrNull = (text: string | null | undefined) => (text?.includes("@") ? text : null);

export function describeCookies(build: () => NextBuild): void {
  describe("a browser with several session cookies", () => {
    let app: NextApp;
    let send: Send;
    let mia: string;
    let adam: string;
    let report: string;

    beforeAll(async () => {
      app = await build().serve();
      send = createSend(app);
      mia = await sessionOf(app, MIA);
      adam = await sessionOf(app, ADAM);
      report = await actionField(send, mia, "Report");
    }, 60_000);

    const readers: Record<string, (cookie: string) => Promise<string | null>> = {
      page: async (cookie) => pageUser(await send(cookie, "/me")),
      action: async (cookie) => {
        const headers = { origin: app.origin };
        const body = formOf(report);
        const response = await send(cookie, "/me", { method: "POST", body, headers });
        expect(response.status).toBe(303);
        const location = new URL(response.headers.get("location") ?? "", app.origin);
        return location.searchParams.get("action");
      },
      handler: async (cookie) => {
        const headers = { "x-backend-client": "1" };
        const response = await send(cookie, "/auth/session", { headers });
        return (await response.json()).claims?.email ?? null;
      },
      proxy: async (cookie) => {
        const hint = cookie === "" ? "sb-present=1" : `${cookie}; sb-present=1`;
        const withHint = hint.replaceAll("sb-fresh=1", "other=1");
        const response = await send(withHint, "/me");
        expect(response.headers.has("x-proxy-user")).toBe(true);
        const user = emailOrNull(response.headers.get("x-proxy-user"));
        expect(await pageUser(response)).toBe(user);
        return user;
      },
    };

    async function usersOf(cookie: string): Promise<Record<string, string | null>> {
      const entries = Object.entries(readers).map(
        async ([name, read]) => [name, await read(cookie)] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    }

    const all = (user: string | null) => ({ page: user, action: user, handler: user, proxy: user });

    it("is signed in as the user of the newer of two sessions in page, action, handler and proxy", async () => {
      expect(await usersOf(`sb-session=${adam}; sb-session=${mia}`)).toEqual(all(ADAM.email));
      expect(await usersOf(`sb-session=${mia}; sb-session=${adam}`)).toEqual(all(ADAM.email));
    });

    it("is signed in as the same user in page, action, handler and proxy, despite invalid cookies of the same name", async () => {
      expect(await usersOf(`sb-session=${mia}; sb-session=garbage`)).toEqual(all(MIA.email));
      expect(await usersOf(`sb-session=garbage; sb-session=${mia}`)).toEqual(all(MIA.email));
    });

    it("is signed in as the same user in page, action, handler and proxy, whatever its cookies are", async () => {
      const name = fc.oneof(
        { weight: 6, arbitrary: fc.constant("sb-session") },
        fc.constantFrom(
          "sb-session.0",
          "sb-session.1",
          "sb-session.17",
          "__Host-sb-session",
          "__Host-sb-session.0",
          "sb-signed-out",
          "sb-refresh-hold",
          "sb-sessions",
          "theme",
        ),
      );
      const value = fc.oneof(
        { weight: 3, arbitrary: fc.constant(mia) },
        { weight: 3, arbitrary: fc.constant(adam) },
        fc.nat({ max: mia.length }).map((end) => mia.slice(0, end)),
        fc.constantFrom("", "garbage", '"quoted"', "%E0%A4%A", "1.x", `"${adam}"`),
        fc.string({ unit: fc.constantFrom(..."abc019.~-_%="), maxLength: 40 }),
      );
      const pair = fc.oneof(
        { weight: 8, arbitrary: fc.tuple(name, value).map((parts) => parts.join("=")) },
        fc.constantFrom("sb-fresh=1", "sb-present=1", "novalue", ""),
      );
      const seen = new Set<string | null>();
      await fc.assert(
        fc.asyncProperty(fc.array(pair, { maxLength: 6 }), async (pairs) => {
          const users = await usersOf(pairs.join("; "));
          seen.add(users.handler ?? null);
          expect(users).toEqual(all(users.handler ?? null));
        }),
        { numRuns: 200 },
      );
      expect(seen).toEqual(new Set([null, MIA.email, ADAM.email]));
    }, 300_000);

    it("shows the result of onUnavailable, and never an error, while the server removes 50 stray cookies", async () => {
      const box = createMemoryJar({ origin: app.origin });
      for (let index = 0; index < 50; index++) box.cookies.set(`sb-session.${index}`, "garbage");
      let rounds = 0;
      for (; box.header().includes("sb-session"); rounds++) {
        const sent = await app.send(box, "/me");
        expect(sent.headers.get("location")).toBe("/auth/refresh?next=%2Fme");
        const refreshed = await app.send(box, "/auth/refresh?next=%2Fme");
        expect(refreshed.headers.get("location")).toBe("/me");
        const removed = refreshed.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line));
        expect(removed.length).toBeLessThanOrEqual(20);
        if (!box.header().includes("sb-session")) break;
        const held = await app.send(box, "/me");
        expect(held.status).toBe(200);
        expect(await held.text()).toContain("unavailable service_unavailable");
        // The hold cookie expires after ten seconds.
        box.cookies.delete("sb-refresh-hold");
      }
      expect(rounds).toBe(2);
      const response = await app.send(box, "/me");
      expect(response.headers.get("location")).toBe("/sign-in?next=%2Fme");
    });

    it("shows a page that was rendered with the cookies that an action set in the same request", async () => {
      const field = await actionField(send, mia, "Sign in");
      const headers = { origin: app.origin };
      const body = formOf(field, ADAM);
      const response = await send(`sb-session=${mia}`, "/me", { method: "POST", body, headers });
      expect(await pageUser(response)).toBe(ADAM.email);
    });
  });

  describe("an app with a cookie domain", () => {
    const host = "app.example.com";
    const origin = `http://${host}`;
    let app: NextApp;
    let send: Send;

    beforeAll(async () => {
      app = await build().serve({ cookieDomain: "example.com" });
      send = createSend(app, { "x-forwarded-host": host, origin });
    }, 60_000);

    const visit = async (box: MemoryJar, path: string, init: RequestInit = {}) =>
      box.take(await send(box.header(), path, init));

    async function sessionWithDomain(account: Account): Promise<string> {
      const box = createMemoryJar({ origin });
      const html = await (await visit(box, "/")).text();
      const field = /name="(\$ACTION_ID_[^"]*)"/.exec(html)?.[1] ?? "";
      await visit(box, "/", { method: "POST", body: formOf(field, account) });
      const value = box.cookies.get("sb-session");
      if (!value) throw new Error(`${account.email} was not signed in.`);
      return value;
    }

    it("ends both sessions of the request when an action signs the user out", async () => {
      const [former, current] = [await sessionWithDomain(MIA), await sessionWithDomain(ADAM)];
      const box = createMemoryJar({ origin });
      for (const line of [`sb-session=${former}`, `sb-session=${current}; Domain=example.com`]) {
        box.take(new Response(null, { headers: { "set-cookie": `${line}; Path=/` } }));
      }
      const field = await actionField(send, current, "Leave");
      app.backend.calls.length = 0;
      await visit(box, "/me", { method: "POST", body: formOf(field) });
      expect(app.backend.count("POST /auth/v1/logout")).toBe(2);
      const page = await visit(box, "/me");
      expect(page.headers.get("location")).toBe("/sign-in?next=%2Fme");
      await visit(box, "/auth/session", { headers: { "x-backend-client": "1" } });
      expect(box.header()).toMatch(/^sb-signed-out=\S+$/);
      for (const session of [former, current]) {
        const response = await send(`sb-session=${session}`, "/me");
        expect(response.headers.get("location")).toBe("/sign-in?next=%2Fme");
      }
    });
  });
}
