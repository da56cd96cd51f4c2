import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/**
 * Takes the screenshots in docs/screenshots from a fresh demo (`pnpm screenshots`). The tests do
 * not run it.
 */
export default defineConfig({
  ...tests,
  testDir: "screenshots",
  testMatch: "*.shots.ts",
  reporter: [["list"]],
});
