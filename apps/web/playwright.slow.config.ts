import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** These checks take too long for `npm test`. */
export default defineConfig({
  ...tests,
  testDir: "e2e/slow",
  testIgnore: [],
  // Some tests open about forty pages, so a test may take longer here.
  timeout: 400_000,
  reporter: [["list"], ["json", { outputFile: "reports/slow.json" }]],
});
