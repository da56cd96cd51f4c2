import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testDir: "e2e/slow",
  testIgnore: [],
  // Some tests open about forty pages.
  timeout: 400_000,
  reporter: [["list"], ["json", { outputFile: "reports/slow.json" }]],
});
