import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts"],
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    // A busy machine may be slow. No test asserts on time.
    testTimeout: 60_000,
    outputFile: { json: "reports/vitest.json" },
  },
});
