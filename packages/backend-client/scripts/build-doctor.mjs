// Builds the command line. It is a program of its own: no declarations, no source map, and none of its
// sources in the package.
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
  // Names stay, so that a stack is readable.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
});
