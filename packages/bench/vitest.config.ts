import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});
