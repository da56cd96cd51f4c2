import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { nextTesting } from "./src/testing/vitest/next-testing.js";
import { QuickestFirst } from "./test/support/quickest-first.js";

process.env.TZ = "Asia/Kathmandu";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The tests that Stryker runs against each mutant.
export default defineConfig({
  plugins: [nextTesting()],
  resolve: {
    alias: {
      "#crypto": here("src/crypto/node.ts"),
      "#memory-server": here("src/testing/memory-server/listen.ts"),
    },
  },
  test: {
    environment: "node",
    include: ["src/{config,cookies,limits,next,session,server}/**/*.test.ts", "test/lock.test.ts"],
    sequence: { sequencer: QuickestFirst },
    // The SDK keeps its state per project URL, and each test uses its own URL, so test files need
    // no isolation.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // Only a test that never ends reaches this limit, even on a busy machine.
    testTimeout: 10_000,
  },
});
