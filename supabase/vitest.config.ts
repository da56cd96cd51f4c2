import { defineConfig } from "vitest/config";
import { clusterCache } from "../scripts/cluster-cache.ts";
import { shareWorkers } from "../scripts/vitest-isolation.ts";
import { workspaceSources } from "../scripts/vitest-sources.ts";

const database = {
  globalSetup: ["tests/harness/global-setup.ts"],
  // All test files use one database, and some tests commit changes.
  fileParallelism: false,
  isolate: false,
  // A busy machine needs more time than the defaults of Vitest.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  plugins: [workspaceSources(), clusterCache()],
  test: {
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    projects: [
      ...shareWorkers(import.meta.url, {
        name: "functions",
        include: ["functions/**/*.test.ts"],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      {
        extends: true,
        test: {
          name: "schemas",
          include: ["tests/schemas/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow-deployment",
          include: ["tests/deployment/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: "database",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/schemas/**", "tests/deployment/**", "tests/scale/**"],
        },
      },
      {
        extends: true,
        test: { ...database, name: "slow-scale", include: ["tests/scale/**/*.test.ts"] },
      },
    ],
  },
});
