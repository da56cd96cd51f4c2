import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SessionServerOptions } from "../../src/server/options.js";
import type { PageTexts } from "../../src/server/pages/texts.js";
import { createSessionServer } from "../../src/server/session-server.js";
import {
  createMemoryBackend,
  createMemoryJar,
  type MemoryBackend,
} from "../../src/testing/index.js";
import { launchChromium } from "../consumers/chromium.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const ADDRESS = "ada+x@example.test";
const HOSTILE = `<img/src=x/onerror="window.hacked=1">${"long".repeat(30)}@example.test`;

/** The German texts contain words that are wider than a phone's screen. */
const GERMAN: PageTexts = {
  "confirm.recovery.title": "Passwortzurücksetzungsbestätigung <abschließen>",
  "confirm.body": "Wählen Sie „Weiter“, um fortzufahren.",
  "confirm.body.named": "Sie melden sich als {email} an.",
  "confirm.body.other": "Sie sind als {current} angemeldet. „Weiter“ meldet Sie ab.",
  "confirm.button": "Weiter & bestätigen",
  "linkIncomplete.title": "Dieser Link ist unvollständig",
  "linkIncomplete.body": "Öffnen Sie den Link in der E-Mail noch einmal.",
  "linkMismatch.title": "Dieser Link gehört zu einem anderen Konto",
  "linkMismatch.body": "Fordern Sie einen neuen Link an.",
  "tooManyAttempts.title": "Zu viele Versuche",
  "tooManyAttempts.body": "Versuchen Sie es in {wait} noch einmal.",
  "unavailable.title": "Anmeldung zurzeit nicht prüfbar",
  "unavailable.body": "Sie sind weiterhin angemeldet. Versuchen Sie es in {wait} noch einmal.",
};

let browser: Browser;
let memory: MemoryBackend;
let options: SessionServerOptions;
let requested: string[];
let shown: Response | null;
let origin: string;
const opened: { close(): Promise<void> }[] = [];

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const isRead = method === "GET" || method === "HEAD";
  const body = isRead ? null : new Uint8Array(await buffer(incoming));
  return new Request(`${origin}${url}`, { method, headers, body });
}

const server = createServer(async (incoming, outgoing) => {
  requested.push(`${incoming.url} ${incoming.headers.referer ?? ""}`);
  const isHandler = incoming.url?.startsWith("/auth/");
  const sessions = createSessionServer(memory.backend, { logger: false, ...options });
  const response = isHandler
    ? await sessions.handle(await toRequest(incoming))
    : incoming.url === "/shown" && shown
      ? shown
      : new Response("the app's page");
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
});

beforeAll(async () => {
  browser = await launchChromium();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  server.close();
});
beforeEach(() => {
  memory = createMemoryBackend();
  options = {};
  requested = [];
  shown = null;
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function openPage(given: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(given);
  opened.push(context);
  return context.newPage();
}

async function sendLink(): Promise<string> {
  memory.auth.createUser({ email: ADDRESS });
  const scope = createSessionServer(memory.backend).open(new Request(origin));
  await scope.auth.resetPasswordForEmail(ADDRESS);
  return `/auth/confirm?token_hash=${memory.mailbox.last()?.tokenHash}&type=recovery&next=%2Fdone`;
}

const textOf = (page: Page, selector: string): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: the tests check only visible text
  page.locator(selector).innerText();

const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name }) => name).join();

async function findProblems(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as never as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

const PAGES: Record<
  string,
  (sessions: () => ReturnType<typeof createSessionServer>) => Promise<Response>
> = {
  async confirm(sessions) {
    const jar = createMemoryJar({ origin });
    memory.seed(jar, await memory.auth.signIn({ claims: { email: HOSTILE } }));
    return sessions().handle(jar.request("/auth/confirm?token_hash=abc&type=recovery"));
  },
  linkIncomplete: (sessions) => sessions().handle(new Request(`${origin}/auth/confirm`)),
  async linkMismatch(sessions) {
    const link = new URL(await sendLink(), origin);
    link.searchParams.set("email", HOSTILE);
    const jar = createMemoryJar({ origin });
    return sessions().handle(jar.post("/auth/confirm", { body: link.searchParams }));
  },
  async tooManyAttempts(sessions) {
    options.clientLimit = { burst: 1, perMinute: 1 };
    const send = () => {
      const body = new URLSearchParams({ token_hash: "abc", type: "email" });
      const headers = { "x-forwarded-for": "198.51.100.7" };
      const jar = createMemoryJar({ origin });
      return sessions().handle(jar.post("/auth/confirm", { body, headers }));
    };
    await send();
    return send();
  },
  async unavailable(sessions) {
    const jar = createMemoryJar({ origin });
    memory.seed(jar, await memory.auth.signIn());
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, drop: true });
    jar.take(await sessions().handle(jar.request("/auth/refresh")));
    return sessions().handle(jar.request("/auth/refresh"));
  },
};

describe("at 320 px, the page", () => {
  const cases = Object.keys(PAGES).flatMap((name) => [
    [name, "en", "light"] as const,
    [name, "de", "dark"] as const,
  ]);

  it.each(cases)(
    "%s in %s, %s mode, fits the screen, runs no script hidden in an email address, and has no serious axe finding",
    async (name, lang, colorScheme) => {
      options = { texts: { de: GERMAN }, language: () => lang };
      shown =
        (await PAGES[name]?.(() =>
          createSessionServer(memory.backend, { logger: false, ...options }),
        )) ?? null;
      const page = await openPage({ viewport: { width: 320, height: 640 }, colorScheme });
      await page.goto(`${origin}/shown#email=${encodeURIComponent(HOSTILE)}`);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
      const heading = await textOf(page, "h1");
      const table = Object.entries(GERMAN).flatMap(([key, text]) =>
        key.endsWith(".title") ? [text] : [],
      );
      expect(table.includes(heading)).toBe(lang === "de");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
      expect(await findProblems(page)).toEqual([]);
      expect(await page.evaluate(() => [document.images.length, "hacked" in window])).toEqual([
        0,
        false,
      ]);
    },
  );
});

describe("a link with an email address in its fragment", () => {
  it("opens a page that shows the address, and signs the user in when they click Continue", async () => {
    const page = await openPage();
    await page.goto(`${origin}${await sendLink()}#email=${ADDRESS}`);
    expect(await textOf(page, "form")).toContain(`You are continuing as ${ADDRESS}.`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/done`);
    expect(await cookiesOf(page)).toContain("sb-session");
  });

  it("signs no user in if the address is another user's, and says that the link is for another account", async () => {
    const page = await openPage();
    await page.goto(`${origin}${await sendLink()}#email=eve%40example.test`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "This link is for another account" }).waitFor();
    expect(await cookiesOf(page)).not.toContain("sb-session");
    expect(memory.count("/auth/v1/logout")).toBe(1);
  });

  it("does not send the address in a request URL or a Referer header", async () => {
    const page = await openPage();
    await page.goto(`${origin}${await sendLink()}#email=${encodeURIComponent(ADDRESS)}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/done`);
    expect(requested.length).toBeGreaterThanOrEqual(3);
    expect(requested.filter((line) => /ada|example/.test(decodeURIComponent(line)))).toEqual([]);
  });

  it.each([
    [
      "HTML",
      `#email=${encodeURIComponent("<b>x</b>@example.test")}`,
      "You are continuing as <b>x</b>@example.test.",
    ],
    ["no address", "#email=ada", null],
    ["a malformed escape", "#email=%E0%A4%A", null],
    ["a long text", `#email=${"a".repeat(400)}@example.test`, null],
    ["another parameter", "#mail=ada@example.test", null],
    ["nothing", "", null],
  ])(
    "shows the fragment as text, and only if the fragment is an email address: %s",
    async (_, fragment, expected) => {
      const page = await openPage();
      await page.goto(`${origin}/auth/confirm?token_hash=abc&type=email${fragment}`);

      expect(await page.locator("form p").isVisible()).toBe(expected !== null);
      if (expected !== null) expect(await textOf(page, "form p")).toBe(expected);
      expect(await page.locator("b b").count()).toBe(0);
      expect(await page.locator("[name=email]").inputValue()).toBe(
        expected === null ? "" : "<b>x</b>@example.test",
      );
    },
  );

  it("signs the user in without scripts, but neither shows nor checks the address", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(`${origin}${await sendLink()}#email=eve@example.test`);
    expect(await textOf(page, "form")).toBe("Continue");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/done`);
    expect(await cookiesOf(page)).toContain("sb-session");
  });
});

describe("a confirm page of the app", () => {
  const withPolicy = (scripts: (hash: string) => string): SessionServerOptions => ({
    pages: {
      confirm: ({ lang, texts, form, scriptHash }) =>
        new Response(
          `<!doctype html><html lang="${lang}"><title>${texts.title}</title><header>Acme</header><main><h1>${texts.title}</h1><p>${texts.body}</p>${form(`<em>${texts.button}</em>`)}</main></html>`,
          {
            headers: {
              "content-type": "text/html",
              "content-security-policy": `default-src 'self'; script-src 'self'${scripts(scriptHash)}`,
            },
          },
        ),
    },
  });

  it.each([
    ["shows the address if its policy allows the script", (hash: string) => ` ${hash}`, true],
    ["signs in without the address if its policy forbids the script", () => "", false],
  ])("%s", async (_, scripts, isNamed) => {
    options = withPolicy(scripts);
    const page = await openPage();
    await page.goto(`${origin}${await sendLink()}#email=${ADDRESS}`);
    expect(await textOf(page, "header")).toBe("Acme");
    expect(await page.locator("form p").isVisible()).toBe(isNamed);
    expect(await page.locator("[name=email]").inputValue()).toBe(isNamed ? ADDRESS : "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/done`);
    expect(await cookiesOf(page)).toContain("sb-session");
  });
});
