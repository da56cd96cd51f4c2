import { existsSync, readFileSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";
import { TARGETS } from "./src/targets.ts";

const pathFile = new URL("../../.tools/chromium-path", import.meta.url);
// Do not use the headless shell, which has no back/forward cache.
const executablePath = existsSync(pathFile)
  ? readFileSync(pathFile, "utf8").trim()
  : process.env.CHROMIUM_PATH;

export default defineConfig<object, { target: string }>({
  testDir: "e2e",
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env.EXAMPLES_REPORT ?? "reports/all.json" }]],
  projects: TARGETS.map(({ name, folder, proxyHeaders = {} }) => ({
    name,
    testMatch: folder === "hono" ? "*.spec.ts" : "example.spec.ts",
    use: { target: name, extraHTTPHeaders: proxyHeaders },
  })),
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Some frameworks do not stream pages to the user agent of a headless browser.
    userAgent: devices["Desktop Chrome"].userAgent,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // A test checks that the browser does not show a guarded page from this cache after the
      // sign-out.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"],
    },
  },
});
