import { existsSync } from "node:fs";
import { defineConfig } from "tsup";

const entries = [
  "src/index.ts",
  "src/server/index.ts",
  "src/node/index.ts",
  "src/service/index.ts",
  "src/service/in-browser.ts",
  "src/next/index.ts",
  "src/next/in-browser.ts",
  "src/browser/index.ts",
  "src/react/index.ts",
  "src/otel/index.ts",
  "src/testing/index.ts",
  "src/testing/next/index.ts",
  "src/testing/vitest/index.ts",
  "src/testing/playwright/index.ts",
  // The Vitest plugin imports these two files by name.
  "src/testing/next/replacements.ts",
  "src/testing/next/replaced-backend.ts",
  "src/crypto/node.ts",
  "src/crypto/web.ts",
  "src/testing/memory-server/listen.ts",
  "src/testing/memory-server/nowhere.ts",
];

export default defineConfig((options) => ({
  entry: entries.filter((entry) => existsSync(entry)),
  // `service/in-browser.ts` imports a missing module on purpose, so that browser builds fail.
  external: ["#crypto", "#memory-server", /^\.\/@dossier\//],
  format: ["esm"],
  target: "es2022",
  sourcemap: true,
  esbuildOptions(build) {
    build.sourcesContent = false;
  },
  dts: false,
  onSuccess: "tsc -p tsconfig.build.json && node scripts/build-doctor.mjs",
  clean: !options.watch,
  splitting: !options.watch,
}));
