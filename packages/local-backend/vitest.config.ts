import { availableParallelism } from "node:os";
import { defineConfig, type Plugin } from "vitest/config";

/** Imports `.sql`, `.html` and `.deno.js` files as strings, as the bundler's text loader does. */
const textFiles: Plugin = {
  name: "text-files",
  enforce: "pre",
  transform(code, id) {
    if (!/\.(sql|html|deno\.js)$/.test(id)) return null;
    return { code: `export default ${JSON.stringify(code)};`, map: null };
  },
};

export default defineConfig({
  plugins: [textFiles],
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
