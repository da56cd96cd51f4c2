import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { clusterCache } from "../../scripts/cluster-cache.ts";
import { shareWorkers } from "../../scripts/vitest-isolation.ts";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

const ON_A_BACKEND = "src/database/pool.test.ts";

export default defineConfig({
  plugins: [workspaceSources(), clusterCache()],
  test: {
    env: { TZ: "Asia/Kathmandu" },
    // Long, because the machine may be busy.
    expect: { poll: { timeout: 15_000 } },
    // At least two workers, because the tests often wait for other programs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    projects: [
      ...shareWorkers(import.meta.url, {
        name: "unit",
        include: ["src/**/*.test.ts"],
        exclude: [ON_A_BACKEND],
      }),
      {
        extends: true,
        test: {
          name: "backend",
          include: [ON_A_BACKEND, "test/{compat,lifecycle}/*.test.ts"],
          // Modules keep no state between backends. Sharing a worker saves a second per file.
          isolate: false,
        },
      },
      { extends: true, test: { name: "slow", include: ["test/slow/*.test.ts"] } },
    ],
  },
});
