import "./e2e/screens-ports";
import { defineConfig } from "@playwright/test";
import tests, { SECOND_HALF } from "./playwright.config";

/** The walk over every screen and every route, and journeys in firms of their own. */
export default defineConfig({
  ...tests,
  testIgnore: [],
  testMatch: SECOND_HALF,
  outputDir: "test-results/screens",
  reporter: [["list"], ["json", { outputFile: "reports/playwright-screens.json" }]],
});
