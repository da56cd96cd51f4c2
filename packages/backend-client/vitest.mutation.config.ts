import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { nextTesting } from "./src/testing/vitest/next-testing.js";
import { QuickestFirst } from "./test/support/quickest-first.js";

process.env.TZ = "Asia/Kathmandu";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Selects the tests that Stryker runs against each mutant. Most of them are next to the files that
// stryker.config.json mutates.
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
    // Test files need no isolation. The SDK keeps its state per project URL, and each test uses its
    // own URL.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // A test takes milliseconds, or seconds on a busy machine. Only a test that never ends reaches
    // this limit.
    testTimeout: 10_000,
  },
});
