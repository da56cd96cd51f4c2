import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testDir: "screenshots",
  testMatch: "*.shots.ts",
  reporter: [["list"]],
});
