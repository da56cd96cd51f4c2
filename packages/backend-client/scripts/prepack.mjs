// Builds the package before it is packed, also in a fresh clone. Turbo has built it before its tasks.
import { execSync } from "node:child_process";

if (!process.env.TURBO_HASH) {
  execSync("pnpm install --frozen-lockfile --prefer-offline", { stdio: "inherit" });
  execSync("pnpm run build", { stdio: "inherit" });
}
