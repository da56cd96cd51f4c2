import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createMemoryJar } from "../../src/testing/index.js";
import { MIA } from "./backend.js";
import { launchChromium } from "./chromium.js";
import { makeDue } from "./make-due.js";
import { buildNextApp, type NextApp, type NextBuild } from "./next-app.js";

describe("the packed SDK in a Next app with basePath, trailingSlash and a nonce", () => {
  let build: NextBuild;
  let app: NextApp;
  let browser: Browser;
  let tab: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    build = await buildNextApp(inject("tarball"), "next-below", { base: "next-shared" });
    app = await build.serve();
    browser = await launchChromium();
  }, 360_000);
  afterAll(async () => {
    await browser?.close();
    await build?.close();
  }, 60_000);
  beforeEach(async () => {
    problems.length = 0;
    tab = await (await browser.newContext({ baseURL: app.origin })).newPage();
    tab.on("pageerror", (error) => problems.push(error.message));
    tab.on("console", (line) => {
      if (line.type() === "error") problems.push(line.text());
    });
    return () => tab.context().close();
  });

  const client = () => tab.locator("#client").textContent();

  async function signIn(): Promise<void> {
    await tab.fill("[name=email]", MIA.email);
    await tab.fill("[name=password]", MIA.password);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.locator("#server").waitFor();
  }

  it("redirects a visitor to the sign-in page within the basePath, and back to the page after the sign-in", async () => {
    const response = await app.send(createMemoryJar(), "/docs/me/?x=1");
    expect([response.status, response.headers.get("location")]).toEqual([
      307,
      "/docs/sign-in/?next=%2Fme%2F%3Fx%3D1",
    ]);
    await tab.goto("/docs/me/?x=1");
    await signIn();
    expect(new URL(tab.url()).pathname + new URL(tab.url()).search).toBe("/docs/me/?x=1");
    expect(await tab.locator("#server").textContent()).toBe(`server ${MIA.email} 1`);
    await expect.poll(client).toBe(`client ${MIA.email}`);
    expect(problems).toEqual([]);
  });

  it("gives each document a new nonce, which all its scripts have", async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 2; count++) {
      const response = await app.send(createMemoryJar(), "/docs/sign-in/");
      const policy = response.headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it("calls the handlers from the browser at URLs that Next does not redirect", async () => {
    await tab.goto("/docs/me/");
    await signIn();
    const calls: string[] = [];
    tab.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes("/auth/")) calls.push(`${request.method()} ${pathname}`);
    });
    await tab.getByRole("button", { name: "Sign out here" }).click();
    await expect.poll(client).toBe("client unauthenticated");
    expect(calls).toContain("POST /docs/auth/sign-out/");
    expect(calls.filter((call) => !call.endsWith("/"))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("redirects from the refresh handler to the page within the basePath", async () => {
    const jar = createMemoryJar();
    await tab.goto("/docs/me/");
    await signIn();
    for (const { name, value } of await tab.context().cookies()) jar.cookies.set(name, value);
    makeDue(jar);
    const response = await app.send(jar, "/docs/auth/refresh/?next=%2Fme%3Fx%3D2");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/docs/me?x=2"]);
  });
});
