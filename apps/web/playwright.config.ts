import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { webUrl } from "./e2e/addresses";

const pathFile = new URL("../../.tools/chromium-path", import.meta.url);
const executablePath =
  process.env.CHROMIUM_PATH ??
  (existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : undefined);

/**
 * What `playwright.screens.config.ts` runs at the same time, on a server of its own: the walk over
 * every screen and route, and journeys in firms or accounts of their own, so that both halves last
 * alike.
 */
export const SECOND_HALF = [
  "appearance*.spec.ts",
  "behalf.spec.ts",
  "codes.spec.ts",
  "firms.spec.ts",
  "routes.spec.ts",
];

export default defineConfig({
  testDir: "e2e",
  testIgnore: SECOND_HALF,
  outputDir: "test-results/journeys",
  forbidOnly: true,
  retries: 0,
  // One journey, told in order by several people in one browser.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "reports/playwright-journeys.json" }]],
  use: {
    baseURL: webUrl,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: "en-GB",
    timezoneId: "Asia/Kathmandu",
    // A failure leaves its picture and the page's outline. Recording every step takes a tenth of the
    // time: ask for it with `--trace retain-on-failure` where a failure has to be followed.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Where no language is set Chromium stores a file with letters beyond ASCII as "download".
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"],
    },
  },
  webServer: {
    command: "node e2e/serve.mjs",
    url: `${webUrl}/api/health`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
