import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes the pictures of docs/screenshots from a fresh demo: `pnpm screenshots`. No part of the tests. */
export default defineConfig({
  ...tests,
  testDir: "screenshots",
  testMatch: "*.shots.ts",
  reporter: [["list"]],
});
