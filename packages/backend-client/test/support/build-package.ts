import { spawnSync } from "node:child_process";

/** Turbo builds the package before it runs the tests. */
export default function setup(): void {
  if (process.env.TURBO_HASH) return;
  const flags = ["--filter=@dossier/backend-client", "--output-logs=errors-only"];
  const { status } = spawnSync("pnpm", ["exec", "turbo", "run", "build", ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The package could not be built.");
}
