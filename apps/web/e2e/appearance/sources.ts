import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** Matches source files that render an empty, error or closed state, or a dialog. */
const STATE =
  /<(?:EmptyState|NoMatch|NotFoundMessage|UnavailableMessage|FailureMessage|FailurePage|Dialog|DangerDialog|SubmitQuestion)\b|\.(?:empty|emptyMine|pageEmpty|noneHere|noMatch|noArchivedMatch|noMore\w*|noRequests|noFiles|noEarlier|closed)\b|\{texts\.none\}/;

export function findStateSources(): string[] {
  return globSync("{app,features}/**/*.tsx", { cwd: SRC })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) => !file.endsWith(".test.tsx") && STATE.test(readFileSync(`${SRC}${file}`, "utf8")),
    )
    .sort();
}

export function countEmptyStates(source: string): number {
  return readFileSync(`${SRC}${source}`, "utf8").match(/<(?:EmptyState|NoMatch)\b/g)?.length ?? 0;
}
