import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Matches code that may change the state of its worker, and so affect the next test file in that
 * worker. Next's build modules are included, because they replace methods of `console`, `crypto`,
 * `Date` and `Math`.
 */
const STATE_OF_THE_WORKER =
  /\bvi\.(mock|doMock|hoisted|resetModules|stub\w+|spyOn|useFakeTimers)\b|process\.(env|chdir|on)\b|globalThis\b|next\/dist\/build\b/;

/** Returns the test files that need their own worker. See docs/decisions/090. */
function findStatefulTests(config: string, patterns: readonly string[]): string[] {
  const folder = fileURLToPath(new URL(".", config));
  return globSync([...patterns], { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => STATE_OF_THE_WORKER.test(readFileSync(join(folder, file), "utf8")));
}

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
}

/**
 * Splits a Vitest project in two: `<name>-isolated` has the test files that need their own worker.
 */
export function shareWorkers<Settings extends Project>(config: string, settings: Settings) {
  const { name, include, exclude = [] } = settings;
  const stateful = findStatefulTests(config, include);
  return [
    {
      extends: true as const,
      test: { ...settings, exclude: [...exclude, ...stateful], isolate: false },
    },
    { extends: true as const, test: { ...settings, name: `${name}-isolated`, include: stateful } },
  ];
}
