import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** `pnpm screenshots` takes the screenshots in docs/screenshots from a fresh demo. */
export default defineConfig({
  ...tests,
  testDir: "screenshots",
  testMatch: "*.shots.ts",
  reporter: [["list"]],
});
