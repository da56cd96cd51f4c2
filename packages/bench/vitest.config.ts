import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts"],
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    // For a busy machine. No test asserts how long something takes.
    testTimeout: 60_000,
    outputFile: { json: "reports/vitest.json" },
  },
});
