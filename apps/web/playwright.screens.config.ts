import "./e2e/screens-ports";
import { defineConfig } from "@playwright/test";
import tests, { SCREENS } from "./playwright.config";

/** The walk over every screen and every route, which only looks: it runs beside the journeys. */
export default defineConfig({
  ...tests,
  testIgnore: [],
  testMatch: SCREENS,
  outputDir: "test-results/screens",
  reporter: [["list"], ["json", { outputFile: "reports/playwright-screens.json" }]],
});
