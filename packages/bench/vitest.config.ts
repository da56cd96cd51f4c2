import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts"],
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    // A busy machine needs more time than the default of Vitest.
    testTimeout: 60_000,
    outputFile: { json: "reports/vitest.json" },
  },
});
