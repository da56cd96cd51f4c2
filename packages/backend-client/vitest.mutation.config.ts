import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./test/support/quickest-first.js";

process.env.TZ = "Asia/Kathmandu";

// Stryker runs these against each mutant: the tests near the files of stryker.config.json.
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
    sequence: { sequencer: QuickestFirst },
    // The sources keep state by address, and each test has its own address.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // A test takes milliseconds, on a busy machine seconds. One that never settles fails here.
    testTimeout: 10_000,
  },
});
