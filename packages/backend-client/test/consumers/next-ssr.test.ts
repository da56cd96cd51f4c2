import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createMemoryJar } from "../../src/testing/index.js";
import { ADAM, MIA } from "./backend.js";
import { launchChromium } from "./chromium.js";
import { makeDue, makeSsrDue } from "./make-due.js";
import { buildNextApp, type NextApp, type NextBuild } from "./next-app.js";

const TOKEN = "POST /auth/v1/token";
/** The default cookie name for `http://127.0.0.1`. */
const SSR = "sb-127-auth-token";
/** Longer than the ten seconds in which the service accepts a used refresh token. */
const LATER_MS = 11_000;

describe("a Next app with half its routes on @supabase/ssr, in Chromium (slow)", () => {
  const issued = new Set<string>();
  let laterMs = 0;
  let build: NextBuild;
  let app: NextApp;
  let browser: Browser;
  let context: BrowserContext;
  let tab: Page;

  beforeAll(async () => {
    build = await buildNextApp(inject("tarball"), "next-ssr", { packages: ["@supabase/ssr"] });
    app = await build.serve({
      upgradedOn: new Date().toISOString().slice(0, 10),
      now: () => Date.now() + laterMs,
      answered: (call, body) => {
        if (call === TOKEN) issued.add(JSON.parse(body).refresh_token);
      },
    });
    browser = await launchChromium();
  }, 360_000);
  afterAll(async () => {
    await browser?.close();
    await build?.close();
  }, 60_000);
  beforeEach(async () => {
    context = await browser.newContext();
    tab = await context.newPage();
  });
  afterEach(() => context?.close());

  // biome-ignore lint/performance/useDomNodeTextContent: the tests check only visible text
  const textOf = (page: Page) => page.evaluate(() => document.body.innerText);
  const open = async (path: string, page = tab): Promise<string> => {
    await page.goto(app.origin + path);
    return textOf(page);
  };

  const signIn = async (path: string, { email, password } = MIA, page = tab): Promise<void> => {
    await open(path, page);
    await page.fill("[name=email]", email);
    await page.fill("[name=password]", password);
    await page.click("text=Sign in");
    await expect.poll(() => textOf(page)).toContain(`${path.slice(1)} ${email}`);
  };

  const expectUser = async (email: string): Promise<void> => {
    expect(await open("/new")).toContain(`new ${email}`);
    const old = await open("/old");
    expect(old).toContain(`old ${email}`);
    if (email !== "unauthenticated") expect(old).toContain(`claims ${email}, session ${email}`);
    await expect.poll(() => textOf(tab)).toContain(`browser ${email}`);
  };

  /**
   * Makes the tokens of both libraries due. Also moves the clock ahead, so that the service refuses
   * refresh tokens that were used before.
   */
  const makeBothDue = async (): Promise<void> => {
    laterMs += LATER_MS;
    const jar = createMemoryJar({ origin: app.origin });
    for (const { name, value } of await context.cookies()) jar.cookies.set(name, value);
    makeDue(jar);
    makeSsrDue(jar, SSR);
    await context.clearCookies();
    await context.addCookies(
      [...jar.cookies].map(([name, value]) => ({
        ...{ name, value, url: app.origin },
        httpOnly: !name.startsWith(SSR),
      })),
    );
    issued.clear();
  };

  it("lets scripts read the @supabase/ssr cookie and no cookie of the SDK", async () => {
    await signIn("/new");
    const names = (await context.cookies()).map(({ name }) => name).sort();
    expect(names).toEqual(["sb-bridge", "sb-fresh", "sb-present", "sb-session", SSR].sort());
    const readable = await tab.evaluate(() => document.cookie);
    expect(readable.split("; ").map((pair) => pair.split("=")[0])).toEqual([SSR]);
  });

  it.each(["/new", "/old"])(
    "keeps the session of a sign-in at %s while both libraries refresh it",
    async (at) => {
      await signIn(at);
      await expectUser(MIA.email);
      const other = await context.newPage();
      const rounds: [string, () => Promise<unknown>][] = [
        ["@supabase/ssr first", () => open("/old")],
        ["the SDK first", () => open("/new")],
        ["both at once", () => Promise.all([open("/old"), open("/new", other)])],
        [
          "both at once, the other way round",
          () => Promise.all([open("/new"), open("/old", other)]),
        ],
      ];
      for (const [name, visit] of [...rounds, ...rounds]) {
        await makeBothDue();
        await visit();
        await expectUser(MIA.email);
        expect(issued.size, name).toBe(1);
      }
    },
  );

  it("uses the tokens that the @supabase/ssr browser client refreshed", async () => {
    await signIn("/new");
    for (let round = 0; round < 3; round++) {
      await open("/old");
      await expect.poll(() => textOf(tab)).toContain(`browser ${MIA.email}, refreshed 0`);
      laterMs += LATER_MS;
      await tab.click("text=Refresh in the browser");
      await expect.poll(() => textOf(tab)).toContain("refreshed 1");
    }
    await expectUser(MIA.email);
    await makeBothDue();
    await expectUser(MIA.email);
  });

  it.each([
    ["/old", "/new"],
    ["/new", "/old"],
  ])(
    "keeps the session when the user opens only %s during four refreshes, and then opens %s",
    async (first, next) => {
      await signIn("/new");
      for (let round = 0; round < 4; round++) {
        await makeBothDue();
        expect(await open(first)).toContain(`${first.slice(1)} ${MIA.email}`);
      }
      laterMs += LATER_MS;
      expect(await open(next)).toContain(`${next.slice(1)} ${MIA.email}`);
      await expectUser(MIA.email);
      await makeBothDue();
      await expectUser(MIA.email);
    },
  );

  it.each([
    ["by a form of the SDK", "/new", "Sign out"],
    ["by an action of @supabase/ssr", "/old", "Sign out"],
    ["by the browser client of @supabase/ssr", "/old", "Sign out in the browser"],
  ])("signs out of both libraries %s", async (_how, path, button) => {
    await signIn("/new");
    await expectUser(MIA.email);
    await open(path);
    await expect.poll(() => textOf(tab)).toContain(MIA.email);
    await tab.getByText(button, { exact: true }).click();
    await expect.poll(() => textOf(tab)).toContain("unauthenticated");
    await expectUser("unauthenticated");
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => /session|auth-token|bridge/.test(name))).toEqual([]);
    await signIn("/old", ADAM);
    await expectUser(ADAM.email);
  });

  it("shows the new user after a sign-out and sign-in that only @supabase/ssr handled", async () => {
    await signIn("/new");
    await open("/old");
    await tab.getByText("Sign out", { exact: true }).click();
    await expect.poll(() => textOf(tab)).toContain("old unauthenticated");
    await signIn("/old", ADAM);
    await expectUser(ADAM.email);
  });

  it("keeps the SDK's user when a script writes another user's session into the shared cookie, and replaces that session at the next refresh", async () => {
    const theirs = await browser.newContext();
    await signIn("/old", ADAM, await theirs.newPage());
    const stolen = (await theirs.cookies()).filter(({ name }) => name.startsWith(SSR));
    await theirs.close();
    await signIn("/new");
    await tab.evaluate((cookies) => {
      // biome-ignore lint/suspicious/noDocumentCookie: works in every browser, so scripts use it
      for (const { name, value } of cookies) document.cookie = `${name}=${value}; path=/`;
    }, stolen);
    for (let visit = 0; visit < 3; visit++)
      expect(await open("/new")).toContain(`new ${MIA.email}`);
    expect(await open("/old")).toContain(`old ${ADAM.email}`);
    await makeBothDue();
    await expectUser(MIA.email);
  });
});
