import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here("../src/doctor/cli.ts")],
  outdir: here("../dist/doctor"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  chunkNames: "[name]",
  // Do not set `minifyIdentifiers`, so that stack traces show the original names.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
});
