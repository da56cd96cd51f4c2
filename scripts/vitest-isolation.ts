import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A mock or a global that one file sets would reach the next file of the same worker. */
const STATE_OF_THE_WORKER =
  /\bvi\.(mock|doMock|hoisted|resetModules|stub\w+|spyOn|useFakeTimers)\b|process\.(env|chdir|on)\b|globalThis\b/;

/**
 * Finds the test files that need a worker of their own. All others of a project may share one, see
 * docs/decisions/090.
 * @param config URL of the Vitest configuration
 * @param patterns test files, relative to the folder of the configuration
 */
export function findStatefulTests(config: string, patterns: readonly string[]): string[] {
  const folder = fileURLToPath(new URL(".", config));
  return globSync([...patterns], { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => STATE_OF_THE_WORKER.test(readFileSync(join(folder, file), "utf8")));
}
