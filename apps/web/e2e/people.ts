import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { lacks, webUrl } from "./addresses";
import { expectWholeDocuments } from "./pages/streams";

/** Without realtime, Chromium logs an error for each refused WebSocket. */
const [isRealtimeAbsent] = lacks("realtime");
const TOKEN = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/;

export type Person = {
  name: string;
  context: BrowserContext;
  page: Page;
  /**
   * Console errors and page errors of `page`, and tokens found in `page`. Other tabs are not
   * checked.
   */
  problems: string[];
};

async function readDocument(body: () => Promise<string>): Promise<string> {
  try {
    return await body();
  } catch {
    // Another navigation started, so the browser discarded the body of this response.
    return "";
  }
}

export function forgetLostRequests({ problems }: Pick<Person, "problems">): void {
  problems.push(...problems.splice(0).filter((problem) => !problem.includes("net::ERR_")));
}

export async function openPerson(
  browser: Browser,
  name: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Person> {
  const context = await browser.newContext({ baseURL: webUrl, ...options });
  // Without scripts, React never moves the streamed parts, so waiting for them would time out.
  if (options.javaScriptEnabled !== false) context.on("page", expectWholeDocuments);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    if (isRealtimeAbsent && message.text().includes("/realtime/v1/websocket")) return;
    problems.push(`${name}: console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(`${name}: page error: ${error.message}`));
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (!response.url().startsWith(webUrl) || !/text\/(html|x-component)/.test(type)) return;
    if (TOKEN.test(await readDocument(() => response.text()))) {
      problems.push(`${name}: a token is in ${new URL(response.url()).pathname}`);
    }
  });
  return { name, context, page, problems };
}

const readReadable = (page: Page) =>
  page.evaluate(() => ({
    cookies: document.cookie,
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    html: document.documentElement.outerHTML,
  }));

export async function findExposedSecrets({ page, name }: Person): Promise<string[]> {
  let found = { cookies: "", stored: "", html: "" };
  // A sign-out reloads the tab, which ends a script that is reading the page.
  await expect(async () => {
    found = await readReadable(page);
  }).toPass({ timeout: 15_000 });
  const problems: string[] = [];
  if (/sb-|auth|session/i.test(found.cookies)) {
    problems.push(`${name}: document.cookie shows ${found.cookies.replace(/=[^;]*/g, "=…")}`);
  }
  if (TOKEN.test(found.stored)) problems.push(`${name}: a token is stored in the page`);
  if (TOKEN.test(found.html)) problems.push(`${name}: a token is in the page`);
  return problems;
}
