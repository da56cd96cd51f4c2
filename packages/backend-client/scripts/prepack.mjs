// `npm pack` in a fresh clone must build the package first. For a Turbo task, Turbo has built it.
import { execSync } from "node:child_process";

if (!process.env.TURBO_HASH) {
  execSync("pnpm install --frozen-lockfile --prefer-offline", { stdio: "inherit" });
  execSync("pnpm run build", { stdio: "inherit" });
}
