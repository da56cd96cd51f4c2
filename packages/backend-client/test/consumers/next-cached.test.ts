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

describe("the packed SDK in a Next app with Cache Components", () => {
  let build: NextBuild;
  let app: NextApp;
  beforeAll(async () => {
    build = await buildNextApp(inject("tarball"), "next-cached");
    app = await build.serve();
  }, 360_000);
  afterAll(() => build?.close(), 60_000);

  it("builds a static layout, and no route is only dynamic", () => {
    const routes = build.output.matchAll(/^[├└┌│ ]+ ([○◐ƒ]) (\/\S*)/gm);
    const kinds = Object.fromEntries([...routes].map(([, kind, route]) => [route, kind]));
    expect(kinds).toMatchObject({ "/o/[org]/requests": "◐", "/sign-in": "◐", "/public": "◐" });
    expect(kinds["/"]).toMatch(/[○◐]/);
    const pages = Object.entries(kinds).filter(([route]) => !route.startsWith("/auth"));
    expect(pages.filter(([, kind]) => kind === "ƒ")).toEqual([]);
    const shell = readFileSync(join(build.dir, ".next/server/app/index.html"), "utf8");
    expect(shell).toContain("The static header");
    expect(shell).toContain("client unknown");
    expect(shell).toContain("The static page");
  });

  it("redirects a visitor's document with 307 before anything streams", async () => {
    const response = await app.send(createMemoryJar(), REQUESTS);
    expect([response.status, response.headers.get("location")]).toEqual([
      307,
      "/sign-in?next=%2Fo%2Facme%2Frequests%3Fx%3D1",
    ]);
  });

  it("serves public data from a cached function without reading the request", async () => {
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

    /** Replaces the browser's session by one that is due for a refresh. */
    async function expire(): Promise<void> {
      const jar = createMemoryJar();
      for (const { name, value } of await context.cookies()) jar.cookies.set(name, value);
      makeDue(jar);
      await context.clearCookies();
      await context.addCookies(
        [...jar.cookies].map(([name, value]) => ({ name, value, url: app.origin })),
      );
    }

    it("returns to path and query after a sign-in, also from a soft navigation", async () => {
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

    it("refreshes a session that is due before the page streams", async () => {
      await signedIn();
      await expire();
      const before = await context.cookies();
      await tab.goto(REQUESTS);
      expect(await server().textContent()).toContain(MIA.email);
      const value = (cookies: typeof before) =>
        cookies.find(({ name }) => name === "sb-session")?.value;
      expect(value(await context.cookies())).not.toBe(value(before));
    });

    it("removes the user's data from the page at a sign-out", async () => {
      await signedIn();
      await tab.getByRole("button", { name: "Sign out here" }).click();
      await expect.poll(() => client().textContent()).toBe("client unauthenticated");
      await expect.poll(() => server().count()).toBe(0);
      await tab.goto(REQUESTS);
      await tab.waitForURL(/\/sign-in\?next=/);
    });

    it("names the error of an outage on the error page, and recovers", async () => {
      await signedIn();
      const mend = app.backend.fail("GET /rest/v1/notes");
      await tab.goto(REQUESTS);
      await expect
        .poll(() => tab.getByRole("alert").first().textContent())
        .toMatch(/^network |^database /);
      mend();
      await tab.goto(REQUESTS);
      expect(await server().textContent()).toContain(MIA.email);
    });
  });
});
