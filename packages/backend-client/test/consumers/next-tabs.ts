import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMemoryJar } from "../../src/testing/index.js";
import { MIA } from "./backend.js";
import { launchChromium } from "./chromium.js";
import type { NextApp, NextBuild } from "./next-app.js";
import { describeUploads } from "./next-upload.js";

function watchRestoredPages(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    sessionStorage.setItem("restored", "yes");
    const look = (): void => {
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
      if (document.body.innerText.includes("secret")) sessionStorage.setItem("leaked", "yes");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

export function describeTabs(build: () => NextBuild): void {
  describe("in Chromium", () => {
    let app: NextApp;
    let browser: Browser;
    let context: BrowserContext;

    beforeAll(async () => {
      app = await build().serve();
      browser = await launchChromium({
        ignoreDefaultArgs: ["--disable-back-forward-cache"],
      });
    }, 60_000);
    afterAll(() => browser?.close());
    beforeEach(async () => {
      context = await browser.newContext();
      await context.addInitScript(watchRestoredPages);
    });
    afterEach(() => context?.close());

    const openTab = async (): Promise<Page> => {
      const tab = await context.newPage();
      await tab.goto(app.origin);
      // `INITIAL_SESSION` shows that the page is hydrated and the provider has started.
      await expect.poll(() => heardIn(tab)).toContain("INITIAL_SESSION local");
      return tab;
    };
    const heardIn = (tab: Page): Promise<string[]> =>
      tab.evaluate(() => JSON.parse(sessionStorage.getItem("events") ?? "[]"));
    // biome-ignore lint/performance/useDomNodeTextContent: the tests check only visible text
    const textOf = (tab: Page) => tab.evaluate(() => document.body.innerText);

    async function signIn(tab: Page): Promise<void> {
      await tab.fill("[name=email]", MIA.email);
      await tab.fill("[name=password]", MIA.password);
      await tab.click("text=Sign in");
      await expect.poll(() => textOf(tab)).toContain("server authenticated");
    }

    async function writeSecret(tab: Page): Promise<void> {
      await tab.fill("[name=body]", `secret ${crypto.randomUUID()}`);
      await tab.click("text=Write");
      await expect.poll(() => textOf(tab)).toContain("secret");
    }

    it("sends each session event to each tab once, with its source, and no event when a tab becomes visible", async () => {
      const first = await openTab();
      const second = await openTab();
      await signIn(first);
      await expect.poll(() => heardIn(second)).toContain("SIGNED_IN tab");
      await first.bringToFront();
      await second.bringToFront();
      await first.click("text=Sign out here");
      await expect.poll(() => textOf(first)).toContain("client unauthenticated");
      await expect.poll(() => textOf(second)).toContain("client unauthenticated");
      await expect
        .poll(() => heardIn(first))
        .toEqual([
          "INITIAL_SESSION local",
          "SIGNED_IN server",
          "SIGNED_OUT local",
          "INITIAL_SESSION local",
        ]);
      await expect
        .poll(() => heardIn(second))
        .toEqual([
          "INITIAL_SESSION local",
          "SIGNED_IN tab",
          "SIGNED_OUT tab",
          "INITIAL_SESSION local",
        ]);
    });

    it("removes the previous user's content from every tab after a sign-out, even when the user navigates back", async () => {
      const first = await openTab();
      await signIn(first);
      await writeSecret(first);
      const second = await openTab();
      expect(await textOf(second)).toContain("secret");
      await first.click("text=Leave");
      await first.click("text=Sign out by an action");
      for (const tab of [first, second]) {
        await expect
          .poll(async () => (await heardIn(tab)).slice(-2))
          .toEqual([expect.stringContaining("SIGNED_OUT"), "INITIAL_SESSION local"]);
        expect(await textOf(tab)).toContain("server unauthenticated");
        expect(await textOf(tab)).not.toContain("secret");
      }
      // Two steps back lead to the front page that the router cached before the sign-out.
      await first.evaluate(() => history.back());
      await expect.poll(() => first.url()).toContain("/leave");
      await first.evaluate(() => history.back());
      await expect.poll(() => textOf(first)).toContain("server unauthenticated");
      expect(await textOf(first)).not.toContain("secret");
    });

    async function leaveSecretPage(tab: Page): Promise<void> {
      await signIn(tab);
      await writeSecret(tab);
      await tab.goto(app.origin);
      await expect.poll(() => textOf(tab)).toContain("client authenticated");
      await tab.goto(`${app.origin}/plain`);
    }
    const noted = (tab: Page, name: string) =>
      tab.evaluate((item) => sessionStorage.getItem(item), name);

    it("hides a page restored from the back/forward cache if its session ended in another browser", async () => {
      const tab = await openTab();
      await leaveSecretPage(tab);
      const elsewhere = createMemoryJar();
      for (const { name, value } of await context.cookies()) elsewhere.cookies.set(name, value);
      const { origin } = app;
      await app.send(elsewhere, "/auth/sign-out", { method: "POST", headers: { origin } });
      await tab.evaluate(() => history.back());
      await expect.poll(() => textOf(tab)).toContain("server unauthenticated");
      expect([await noted(tab, "restored"), await noted(tab, "leaked")]).toEqual(["yes", null]);
    });

    it("shows a page restored from the back/forward cache to the same user", async () => {
      const tab = await openTab();
      await leaveSecretPage(tab);
      await tab.evaluate(() => history.back());
      await expect.poll(() => textOf(tab)).toContain("secret");
      expect(await noted(tab, "restored")).toBe("yes");
      // The page reports the leak here, so the previous test would have noticed a leak.
      await expect.poll(() => noted(tab, "leaked")).toBe("yes");
    });

    describeUploads(async () => {
      app.backend.calls.length = 0;
      const tab = await openTab();
      await signIn(tab);
      return { tab, backend: app.backend };
    });
  });
}
