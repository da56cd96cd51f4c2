import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createMemoryJar } from "../../src/testing/index.js";
import { MIA } from "./backend.js";
import { launchChromium } from "./chromium.js";
import { makeDue } from "./make-due.js";
import { buildNextApp, type NextApp, type NextBuild } from "./next-app.js";

const REQUESTS = "/o/acme/requests?x=1";
const SIGN_IN = `/sign-in?next=${encodeURIComponent(REQUESTS)}`;

describe("the packed SDK in a Next app with Cache Components", () => {
  let build: NextBuild;
  let app: NextApp;
  beforeAll(async () => {
    build = await buildNextApp(inject("tarball"), "next-cached", { base: "next-shared" });
    app = await build.serve();
  }, 360_000);
  afterAll(() => build?.close(), 60_000);

  it("builds a static layout, and a static shell for every page", () => {
    const routes = build.output.matchAll(/^[├└┌│ ]+ ([○◐ƒ]) (\/\S*)/gm);
    const kinds = Object.fromEntries([...routes].map(([, kind, route]) => [route, kind]));
    expect(kinds).toEqual({
      "/": "◐",
      "/_not-found": "◐",
      "/auth/[...path]": "ƒ",
      "/o/[org]/requests": "◐",
      "/public": "◐",
      "/sign-in": "◐",
    });
    const shell = readFileSync(join(build.dir, ".next/server/app/index.html"), "utf8");
    expect(shell).toContain("The static header");
    expect(shell).toContain("client unknown");
    expect(shell).toContain("The static page");
  });

  it("redirects a visitor's page request with 307 before the page streams", async () => {
    const response = await app.send(createMemoryJar(), REQUESTS);
    expect([response.status, response.headers.get("location")]).toEqual([307, SIGN_IN]);
  });

  it("returns to the requested path and query after a sign-in without scripts, even after a wrong password", async () => {
    const box = createMemoryJar();
    const wrong = await app.submit(box, { ...MIA, password: "wrong" }, SIGN_IN);
    const again = wrong.headers.get("location") ?? "";
    expect([wrong.status, again]).toEqual([
      303,
      `/sign-in?error=invalid_credentials&next=${encodeURIComponent(REQUESTS)}`,
    ]);
    const right = await app.submit(box, MIA, again);
    expect([right.status, right.headers.get("location")]).toEqual([303, REQUESTS]);
    const page = await app.send(box, REQUESTS);
    expect(await page.text()).toContain(`server ${MIA.email} acme 1`);
  });

  it("shows the result of an anonymous call in a cached function, or the error's code", async () => {
    const html = await (await app.send(createMemoryJar(), "/public")).text();
    expect(html).toMatch(/\d+ public notes|error \w+/);
    expect(html).toContain("The static header");
  });

  describe("in Chromium", () => {
    let browser: Browser;
    let context: BrowserContext;
    let tab: Page;
    beforeAll(async () => {
      browser = await launchChromium();
    }, 60_000);
    afterAll(() => browser?.close());
    beforeEach(async () => {
      context = await browser.newContext({ baseURL: app.origin });
      tab = await context.newPage();
    });
    afterEach(() => context?.close());

    const client = () => tab.locator("#client");
    const server = () => tab.locator("#server");
    const failure = () => tab.getByRole("alert").first().textContent();

    async function signIn(): Promise<void> {
      await tab.fill("[name=email]", MIA.email);
      await tab.fill("[name=password]", MIA.password);
      await tab.getByRole("button", { name: "Sign in" }).click();
    }

    async function signedIn(): Promise<void> {
      await tab.goto(REQUESTS);
      await signIn();
      await server().waitFor();
    }

    async function age(secondsLeft: number): Promise<void> {
      const jar = createMemoryJar();
      for (const { name, value } of await context.cookies()) jar.cookies.set(name, value);
      makeDue(jar, { secondsLeft });
      await context.clearCookies();
      await context.addCookies(
        [...jar.cookies].map(([name, value]) => ({ name, value, url: app.origin })),
      );
    }

    const sessionCookie = async () =>
      (await context.cookies()).find(({ name }) => name === "sb-session")?.value;

    it("redirects a visitor's page load to the sign-in page, and back after the sign-in", async () => {
      await tab.goto(REQUESTS);
      expect(tab.url()).toBe(`${app.origin}${SIGN_IN}`);
      await signIn();
      await tab.waitForURL(`${app.origin}${REQUESTS}`);
      expect(await server().textContent()).toBe(`server ${MIA.email} acme 1`);
    });

    it("returns to the requested path and query after a sign-in that a soft navigation caused", async () => {
      await tab.goto("/");
      await expect.poll(() => client().textContent()).toBe("client unauthenticated");
      await tab.getByRole("link", { name: "Requests" }).click();
      await tab.waitForURL(/\/sign-in\?next=/);
      await signIn();
      await tab.waitForURL(`${app.origin}${REQUESTS}`);
      expect(await server().textContent()).toBe(`server ${MIA.email} acme 1`);
      await expect.poll(() => client().textContent()).toBe(`client ${MIA.email}`);
    });

    it("runs an action as the user", async () => {
      await signedIn();
      await tab.fill("[name=body]", "from a cached app");
      await tab.getByRole("button", { name: "Write" }).click();
      await tab.waitForURL(/written=1/);
      await tab.getByText("from a cached app").first().waitFor();
    });

    it("returns to the page's path and query when a signed-out user submits an action and signs in again", async () => {
      await signedIn();
      await context.clearCookies();
      await tab.fill("[name=body]", "from a visitor");
      await tab.getByRole("button", { name: "Write" }).click();
      await tab.waitForURL(`${app.origin}${SIGN_IN}`);
      await signIn();
      await tab.waitForURL(`${app.origin}${REQUESTS}`);
      expect(await server().textContent()).toBe(`server ${MIA.email} acme 1`);
      expect(await tab.getByText("from a visitor").count()).toBe(0);
    });

    it.each([
      ["is due for a refresh", 60],
      ["has expired", -60],
    ])("refreshes a session that %s, before the page streams", async (_name, secondsLeft) => {
      await signedIn();
      await age(secondsLeft);
      const before = await sessionCookie();
      await tab.goto(REQUESTS);
      expect(await server().textContent()).toContain(MIA.email);
      expect(await sessionCookie()).not.toBe(before);
    });

    it("refreshes an expired session during a soft navigation", async () => {
      await signedIn();
      await tab.goto("/");
      await expect.poll(() => client().textContent()).toBe(`client ${MIA.email}`);
      await age(-60);
      const before = await sessionCookie();
      await tab.getByRole("link", { name: "Requests" }).click();
      await server().waitFor();
      expect(await server().textContent()).toContain(MIA.email);
      expect(await sessionCookie()).not.toBe(before);
    });

    it("removes the user's data from the page when the user signs out", async () => {
      await signedIn();
      await tab.getByRole("button", { name: "Sign out here" }).click();
      // The provider reloads the page after a sign-out, and the proxy redirects the reload.
      await tab.waitForURL(`${app.origin}${SIGN_IN}`);
      await expect.poll(() => client().textContent()).toBe("client unauthenticated");
      expect(await server().count()).toBe(0);
      await tab.goto(REQUESTS);
      expect(tab.url()).toBe(`${app.origin}${SIGN_IN}`);
    });

    it("shows the error code on the error page while the database is down, and recovers", async () => {
      await signedIn();
      const mend = app.backend.fail("GET /rest/v1/notes");
      await tab.goto(REQUESTS);
      await expect.poll(() => failure()).toBe("network service_unavailable");
      mend();
      await tab.goto(REQUESTS);
      expect(await server().textContent()).toContain(MIA.email);
    });

    it("keeps an expired session while the auth service is down, and recovers", async () => {
      await signedIn();
      await age(-60);
      const before = await sessionCookie();
      const mend = app.backend.fail("POST /auth/v1/token");
      await tab.goto(REQUESTS);
      await expect.poll(() => failure()).toBe("network service_unavailable");
      expect(new URL(tab.url()).pathname).toBe("/o/acme/requests");
      expect(await sessionCookie()).toBe(before);
      mend();
      await tab.goto(REQUESTS);
      await server().waitFor();
      expect(await server().textContent()).toContain(MIA.email);
      expect(await sessionCookie()).not.toBe(before);
    });
  });
});
