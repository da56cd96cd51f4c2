import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { project } from "./e2e/addresses";

/** Chromium without its window and its back/forward cache, which these tests do not need. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const pathFile = new URL("../../.tools/chromium-path", import.meta.url);

function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  return existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : undefined;
}

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  forbidOnly: true,
  retries: 0,
  // Each worker tests a demo of its own. A named project knows one address of the web app.
  workers: project ? 1 : 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "reports/playwright.json" }]],
  use: {
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
});
