// Turbo builds the package before its own tasks. `npm pack` in a fresh clone does not.
import { execSync } from "node:child_process";

if (!process.env.TURBO_HASH) {
  execSync("pnpm install --frozen-lockfile --prefer-offline", { stdio: "inherit" });
  execSync("pnpm run build", { stdio: "inherit" });
}
