// Builds the package before npm packs it, so that packing works in a fresh clone. Turbo builds the
// package before its own tasks.
import { execSync } from "node:child_process";

if (!process.env.TURBO_HASH) {
  execSync("pnpm install --frozen-lockfile --prefer-offline", { stdio: "inherit" });
  execSync("pnpm run build", { stdio: "inherit" });
}
