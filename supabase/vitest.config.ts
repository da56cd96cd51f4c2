import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/harness/global-setup.ts"],
    env: { TZ: "Asia/Kathmandu" },
    // One database serves all files; each test rolls back what it did.
    fileParallelism: false,
    isolate: false,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});
