import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "@": source("./src"),
      // `server-only` throws outside Next; the tests call server modules directly.
      "server-only": source("./test/server-only.ts"),
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    env: { TZ: "Asia/Kathmandu" },
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});
