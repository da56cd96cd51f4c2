import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./test/support/quickest-first.js";

process.env.TZ = "Asia/Kathmandu";

// What Stryker runs against each mutant: the tests near the files that stryker.config.json lists.
export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("test/empty.ts", import.meta.url)),
      "#crypto": fileURLToPath(new URL("src/crypto/node.ts", import.meta.url)),
    },
  },
  test: {
    environment: "node",
    include: [
      "src/{config,cookies,limits,session,server}/**/*.test.ts",
      "src/next/proxy.test.ts",
      "test/lock.test.ts",
    ],
    // Minutes of simulated attacks; the quick tests next to it check the same limits.
    exclude: ["src/server/limits.service.test.ts"],
    sequence: { sequencer: QuickestFirst },
    // Sources are not loaded anew for each file: state is kept by address, and each test has its own.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // Milliseconds of a test, seconds on a busy machine: what never settles fails here.
    testTimeout: 10_000,
  },
});
