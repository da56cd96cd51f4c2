import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/**
 * Takes the screenshots in docs/screenshots from a fresh demo (`pnpm screenshots`). They are not
 * part of the tests.
 */
export default defineConfig({
  ...tests,
  testDir: "screenshots",
  testMatch: "*.shots.ts",
  reporter: [["list"]],
});
