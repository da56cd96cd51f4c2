import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

process.env.TZ = "Asia/Kathmandu";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    // How long a busy machine may take; nothing is asserted about time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
