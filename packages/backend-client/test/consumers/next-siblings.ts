import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMemoryJar } from "../../src/testing/index.js";
import { ADAM, MIA } from "./backend.js";
import { launchChromium } from "./chromium.js";
import { type HttpsFront, openHttpsFront } from "./https-front.js";
import type { NextApp, NextBuild } from "./next-app.js";

const HOST = "app.example.test";
const SIBLING = "blog.example.test";
const DAY_MS = 24 * 60 * 60 * 1000;

const SITE = "example.test";

/** Only a real browser with https enforces the rules for `__Host-` cookies. */
export function describeSiblings(build: () => NextBuild): void {
  describe("next to a sibling host that sets cookies for the whole site", () => {
    let browser: Browser;
    let context: BrowserContext;

    beforeAll(async () => {
      browser = await launchChromium({ args: [`--host-resolver-rules=MAP *.${SITE} 127.0.0.1`] });
    }, 60_000);
    afterAll(() => browser?.close());
    beforeEach(async () => {
      context = await browser.newContext({ ignoreHTTPSErrors: true });
    });
    afterEach(() => context?.close());

    let app: NextApp;
    let front: HttpsFront;
    const address = (host: string, path = "/") => `https://${host}:${front.port}${path}`;

    async function open(options: { upgradedOn?: string }): Promise<void> {
      app = await build().serve(options);
      front = await openHttpsFront({ host: HOST, upstream: app.origin });
    }

    async function plainSession(account: typeof MIA): Promise<string> {
      const box = createMemoryJar();
      await app.submit(box, account);
      const value = box.cookies.get("sb-session");
      if (!value) throw new Error(`${account.email} was not signed in.`);
      return value;
    }

    async function inTab<T>(url: string, act: (tab: Page) => Promise<T>): Promise<T> {
      const tab = await context.newPage();
      await tab.goto(url);
      const result = await act(tab);
      await tab.close();
      return result;
    }

    const signIn = (account: typeof MIA): Promise<unknown> =>
      inTab(address(HOST), async (tab) => {
        await tab.fill("[name=email]", account.email);
        await tab.fill("[name=password]", account.password);
        await tab.click("text=Sign in");
        await tab.waitForSelector("text=server authenticated");
      });

    async function visitSibling(): Promise<void> {
      const session = await plainSession(ADAM);
      front.siblingCookies.length = 0;
      front.siblingCookies.push(
        ...[
          `sb-session=${session}`,
          `__Host-sb-session=${session}`,
          `__Host-sb-session.0=${session}`,
          "__Host-sb-signed-out=x",
          "sb-signed-out=x",
          "sb-present=1",
          "sb-fresh=1",
        ].map((cookie) => `${cookie}; Domain=${SITE}; Path=/; Secure`),
      );
      await inTab(address(SIBLING), async () => {});
    }

    const whoIs = () =>
      inTab(address(HOST, "/me"), async (tab) => {
        const user = /page (\S+@[\w.]+)/.exec(await tab.content())?.[1];
        const page = user ?? new URL(tab.url()).pathname;
        const handler = await tab.evaluate(async () => {
          const answer = await fetch("/auth/session");
          return (await answer.json()).claims?.email ?? null;
        });
        return [page, handler];
      });

    async function ownSession() {
      const cookies = await context.cookies(address(HOST));
      const own = cookies.find(({ name, domain }) => domain === HOST && /sb-session$/.test(name));
      if (!own) throw new Error("The app set no session cookie.");
      const { name, value } = own;
      return { name, value, url: address(HOST), secure: true, httpOnly: true };
    }

    const cookieNames = async () =>
      (await context.cookies(address(HOST))).map(({ name, domain }) => `${domain} ${name}`).sort();

    const OF_SIBLING = ["sb-fresh", "sb-present", "sb-session", "sb-signed-out"].map(
      (name) => `.${SITE} ${name}`,
    );

    describe("an app that reads only __Host- cookies", () => {
      beforeAll(() => open({}), 60_000);
      afterAll(() => front?.close());

      it("keeps the signed-in user", async () => {
        await signIn(MIA);
        await visitSibling();
        expect(await cookieNames()).toEqual([
          ...OF_SIBLING,
          `${HOST} __Host-sb-session`,
          `${HOST} sb-fresh`,
          `${HOST} sb-present`,
        ]);
        expect(await whoIs()).toEqual([MIA.email, MIA.email]);
      });

      it("does not sign a visitor in with the sibling's session", async () => {
        await visitSibling();
        expect(await cookieNames()).toEqual(OF_SIBLING);
        expect(await whoIs()).toEqual(["/sign-in", null]);
      });

      it("signs the user out permanently, although the sibling's session is newer", async () => {
        await signIn(MIA);
        const own = await ownSession();
        await visitSibling();
        await inTab(address(HOST), async (tab) => {
          await tab.click("text=Sign out here");
          await tab.waitForSelector("text=server unauthenticated");
        });
        expect(await whoIs()).toEqual(["/sign-in", null]);
        await context.addCookies([own]);
        expect(await whoIs()).toEqual(["/sign-in", null]);
      });
    });

    describe("an app that was upgraded yesterday", () => {
      beforeAll(() => {
        const upgradedOn = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
        return open({ upgradedOn });
      }, 60_000);
      afterAll(() => front?.close());

      it("keeps a session that has a plain cookie name, gives it the __Host- name, and then ignores the sibling's cookies", async () => {
        const value = await plainSession(MIA);
        const attributes = { domain: HOST, path: "/", secure: true, httpOnly: true };
        await context.addCookies([{ name: "sb-session", value, ...attributes }]);
        expect(await whoIs()).toEqual([MIA.email, MIA.email]);
        expect(await cookieNames()).toEqual([
          `${HOST} __Host-sb-session`,
          `${HOST} sb-fresh`,
          `${HOST} sb-present`,
        ]);
        await visitSibling();
        expect(await whoIs()).toEqual([MIA.email, MIA.email]);
      });
    });
  });
}
