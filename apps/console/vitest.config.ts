import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

process.env.TZ = "Asia/Kathmandu";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    // A busy machine needs more time than the defaults of Vitest.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
