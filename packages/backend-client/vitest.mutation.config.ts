import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

process.env.TZ = "Asia/Kathmandu";

// What Stryker runs against each mutant: the tests near session, cookies and redirects.
export default defineConfig({
  resolve: {
    alias: {
      "server-only": fileURLToPath(new URL("test/empty.ts", import.meta.url)),
      "#crypto": fileURLToPath(new URL("src/crypto/node.ts", import.meta.url)),
    },
  },
  test: {
    environment: "node",
    include: ["src/{config,cookies,session,server}/**/*.test.ts", "test/{lock,races}.test.ts"],
    // Sources are not loaded anew for each file: state is kept by address, and each test has its own.
    isolate: false,
    setupFiles: ["test/support/one-failure.ts"],
    // Milliseconds of a test, seconds on a busy machine: what never settles fails here.
    testTimeout: 10_000,
  },
});
