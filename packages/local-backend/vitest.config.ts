import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

export default defineConfig({
  plugins: [workspaceSources()],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    env: { TZ: "Asia/Kathmandu" },
    // How long a busy machine may take; nothing is asserted about time.
    expect: { poll: { timeout: 15_000 } },
    // They wait for other programs much of the time: with the usual one less than the cores, one of
    // two would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});
