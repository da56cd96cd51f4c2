import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackage } from "../../backend-client/test/consumers/package.ts";
import { run } from "./run.ts";
import { EXAMPLES } from "./targets.ts";

/**
 * The folder from which the examples install the SDK, because of an override in
 * `examples/pnpm-workspace.yaml`.
 */
const PACKED = join(EXAMPLES, ".packed/backend-client");

export async function installPackedSdk(): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), "examples-pack-"));
  try {
    const tarball = await packPackage(directory);
    rmSync(PACKED, { recursive: true, force: true });
    mkdirSync(PACKED, { recursive: true });
    // Unpack the tarball, because the lockfile would contain its hash, which changes with each
    // build.
    execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", PACKED]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const flags = ["--frozen-lockfile", "--prefer-offline", "--reporter=append-only"];
  return run("pnpm", ["install", ...flags], { cwd: EXAMPLES });
}
