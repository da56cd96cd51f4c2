import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Matches code that may change the state of a worker, such as a mock or a global. The change would
 * affect the next test file in the same worker. Next's build modules replace methods of `console`
 * and `crypto`, the text of errors, `Date` and `Math.random`. If the worker has no global
 * `AsyncLocalStorage` when it loads these modules, printing an error throws afterwards.
 */
const STATE_OF_THE_WORKER =
  /\bvi\.(mock|doMock|hoisted|resetModules|stub\w+|spyOn|useFakeTimers)\b|process\.(env|chdir|on)\b|globalThis\b|next\/dist\/build\b/;

/** These files need a worker of their own. See docs/decisions/090. */
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

/** The project `<name>-isolated` has the files that need a worker of their own. */
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
