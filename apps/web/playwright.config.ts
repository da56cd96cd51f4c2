import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { cacheClusters } from "../../scripts/cluster-cache";
import { project } from "./e2e/addresses";

/** A build of Chromium without windows. It has no back/forward cache. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const pathFile = new URL("../../.tools/chromium-path", import.meta.url);

function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  return existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : undefined;
}

const executablePath = findChromium();
cacheClusters();

export default defineConfig({
  testDir: "e2e",
  testIgnore: "slow/**",
  forbidOnly: true,
  retries: 0,
  // Each worker starts its own demo, but a `TEST_SUPABASE_…` project can have only one web app.
  workers: project ? 1 : 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "reports/playwright.json" }]],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: "en-GB",
    timezoneId: "Asia/Kathmandu",
    // Tracing adds a tenth to the run time. To trace a failure, use `--trace retain-on-failure`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Without a UTF-8 locale, Chromium saves a file whose name has non-ASCII letters as
      // `download`.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"],
    },
  },
});
