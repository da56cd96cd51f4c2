import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { nextTesting } from "./src/testing/vitest/next-testing.js";
import { QuickestFirst } from "./test/support/quickest-first.js";

process.env.TZ = "Asia/Kathmandu";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The tests that Stryker runs against each mutant: those next to the files of stryker.config.json.
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
    // Files need no isolation: the sources store state by address, and each test has its own
    // address.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // A test takes milliseconds, or seconds on a busy machine. A test that never ends fails here.
    testTimeout: 10_000,
  },
});
