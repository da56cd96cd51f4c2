import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { clusterCache } from "../../scripts/cluster-cache.ts";
import { shareWorkers } from "../../scripts/vitest-isolation.ts";
import { workspaceSources } from "../../scripts/vitest-sources.ts";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [workspaceSources(), clusterCache()],
  resolve: {
    alias: {
      "@": source("./src"),
      // The package `server-only` throws an error outside of Next.
      "server-only": source("./test/server-only.ts"),
    },
  },
  test: {
    env: { TZ: "Asia/Kathmandu" },
    // A busy machine needs more time than the defaults of Vitest.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    projects: [
      ...shareWorkers(import.meta.url, {
        name: "unit",
        include: ["{src,scripts}/**/*.test.{ts,tsx}"],
      }),
      ...shareWorkers(import.meta.url, { name: "backend", include: ["test/**/*.test.ts"] }),
    ],
  },
});
