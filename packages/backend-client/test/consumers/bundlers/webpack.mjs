import webpack from "webpack";

const [, , kind] = process.argv;
const compiler = webpack({
  mode: "production",
  entry: `./${kind}.js`,
  target: kind === "server" ? "node22" : "web",
  output: { path: `${process.cwd()}/webpack`, filename: `${kind}.mjs`, module: true },
  experiments: { outputModule: true },
});
compiler.run((thrown, stats) => {
  const failed = thrown ?? (stats?.hasErrors() ? stats.toString("errors-only") : null);
  if (failed) console.error(String(failed));
  process.exitCode = failed ? 1 : 0;
  compiler.close(() => undefined);
});
