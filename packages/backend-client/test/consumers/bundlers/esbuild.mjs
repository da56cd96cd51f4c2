import { build } from "esbuild";

const [, , kind] = process.argv;
await build({
  entryPoints: [`${kind}.js`],
  outfile: `esbuild/${kind}.mjs`,
  bundle: true,
  format: "esm",
  platform: kind === "server" ? "node" : "browser",
});
