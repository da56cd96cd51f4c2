import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { type Browser, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { median } from "../measure.ts";
import { buildNextApp, serveNextApp } from "../peers/next-app.ts";
import { type Figure, formatNumber } from "../report.ts";

const ROUNDS = 3;
const CONTACT = "ruth@bramblefinch.example";
const REQUEST = "de300000000000000000000000000001";
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * The preset “Slow 4G” of Chromium's developer tools: latency in milliseconds, throughput in bytes
 * per second.
 */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const TIMEOUT_MS = 60_000;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function openSlowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Waits until React has hydrated the element. */
async function waitUntilUsable(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    const isShown = element?.checkVisibility() ?? false;
    return isShown && Object.keys(element ?? {}).some((key) => key.startsWith("__reactProps"));
  }, selector);
}

async function timeUntilUsable(page: Page, selector: string, act: () => Promise<unknown>) {
  const startedAt = performance.now();
  await act();
  await waitUntilUsable(page, selector);
  return performance.now() - startedAt;
}

/**
 * Resets two rate limits for codes: the app's own limit, and Auth's limit of one code per minute
 * and address.
 */
async function forgetCodes({ urls }: LocalBackend): Promise<void> {
  const database = new pg.Client(urls.db);
  await database.connect();
  await database.query("delete from private.counters where scope = 'codes'");
  await database.query(
    "update auth.users set recovery_sent_at = null, confirmation_sent_at = null",
  );
  await database.end();
}

async function enterChecklist(browser: Browser, backend: LocalBackend, url: string) {
  await forgetCodes(backend);
  const page = await openSlowPage(browser);
  const link = `${url}/r/${REQUEST}#email=${encodeURIComponent(CONTACT)}`;
  const goto = () => page.goto(link, { waitUntil: "commit" });
  const signIn = await timeUntilUsable(page, "input[name=email]", goto);
  const since = Date.now();
  const code = await timeUntilUsable(page, "input[name=code]", () =>
    page.click("#access button[type=submit]"),
  );
  const { text } = await backend.mailbox.waitFor({ to: CONTACT, since });
  const digits = /\b\d{8}\b/.exec(text ?? "")?.[0];
  if (!digits) throw new Error("The email contains no code.");
  const checklist = await timeUntilUsable(page, `main a[href^="/r/${REQUEST}/items/"]`, () =>
    page.fill("input[name=code]", digits),
  );
  await page.context().close();
  return [signIn, code, checklist];
}

async function walkInputs(browser: Browser, url: string) {
  const page = await openSlowPage(browser);
  const goto = () => page.goto(`${url}/1`, { waitUntil: "commit" });
  const times = [await timeUntilUsable(page, "#step-1 input:not([type=hidden])", goto)];
  for (const step of [1, 2]) {
    times.push(
      await timeUntilUsable(page, `#step-${step + 1} input:not([type=hidden])`, () =>
        page.click(`#step-${step} button`),
      ),
    );
  }
  await page.context().close();
  return times;
}

const sum = (times: readonly number[]): number => times.reduce((total, each) => total + each, 0);
const seconds = (ms: number): string => `${formatNumber(ms / 1000)} s`;

export async function run(): Promise<Figure[]> {
  const web = here("../../../../apps/web");
  if (!existsSync(join(web, ".next/build-manifest.json"))) {
    throw new Error("The web app is not built: run `pnpm build` first.");
  }
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM.find((path) => existsSync(path));
  const empty = await serveNextApp(await buildNextApp("next-inputs"), {});
  const backend = await startLocalBackend({
    dir: here("../../../../supabase"),
    memory: true,
    seed: true,
    ports: { api: 0, db: 0 },
  });
  const app = await serveNextApp(web, {
    NEXT_PUBLIC_SUPABASE_URL: backend.urls.api,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: backend.keys.publishable,
    DOSSIER_DEMO: "1",
  });
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const ours: number[][] = [];
    const peers: number[][] = [];
    const url = `http://127.0.0.1:${app.port}`;
    // Do not measure the first round, in which each server compiles its code.
    for (let round = 0; round <= ROUNDS; round++) {
      const own = await enterChecklist(browser, backend, url);
      const peer = await walkInputs(browser, `http://127.0.0.1:${empty.port}`);
      if (round === 0) continue;
      ours.push(own);
      peers.push(peer);
    }
    const medianOf = (rounds: readonly number[][], page: number) =>
      median(rounds.map((times) => times[page] ?? Number.NaN));
    const own = median(ours.map(sum));
    const peer = median(peers.map(sum));
    return [
      {
        id: "P13",
        name: "from the link to a usable checklist, Slow 4G, a quarter of the CPU",
        ours: seconds(own),
        peer: `three empty Next pages with one input ${seconds(peer)}`,
        ratio: own / peer,
        goal: { bound: "<=", ratio: 1.5, unit: "×" },
        leavesOut:
          "excludes the arrival of the code and the time to type; both servers are on this machine",
        comparisons: ["sign-in page", "code page", "checklist"].map(
          (name, page) =>
            `${name} ${seconds(medianOf(ours, page))}, empty page ${seconds(medianOf(peers, page))}`,
        ),
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
    await empty.stop();
    await backend.stop();
  }
}
