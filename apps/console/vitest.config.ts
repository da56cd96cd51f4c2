import { defineConfig } from "vitest/config";

process.env.TZ = "Asia/Kathmandu";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    // How long a busy machine may take; nothing is asserted about time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
