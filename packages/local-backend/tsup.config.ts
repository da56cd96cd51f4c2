import { defineConfig } from "tsup";

export default defineConfig((options) => ({
  entry: ["src/index.ts", "src/cli.ts"],
  format: ["esm"],
  target: "node22",
  sourcemap: true,
  dts: false,
  loader: { ".sql": "text", ".html": "text", ".deno.js": "text" },
  onSuccess: "tsc -p tsconfig.build.json",
  clean: !options.watch,
  splitting: !options.watch,
}));
