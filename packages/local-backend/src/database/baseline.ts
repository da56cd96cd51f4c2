import { LocalBackendError } from "../config/errors.ts";
import type { Script } from "./run-script.ts";

function leadingComment(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => line.trim() !== "" && !line.trimStart().startsWith("--"));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.trim().replace(/^--\s*/, ""));
}

/**
 * Reads the versions after `replaces:` in the leading comment, up to the first empty line or line
 * with other text.
 */
export function replacedVersions(text: string): string[] {
  const lines = leadingComment(text);
  const start = lines.findIndex((line) => /^replaces:/i.test(line));
  if (start < 0) return [];
  const [first = "", ...rest] = lines.slice(start);
  const listed = [first.replace(/^replaces:\s*/i, ""), ...rest];
  const end = listed.findIndex(
    (line, index) => !/^[\d\s,]*$/.test(line) || (line === "" && index > 0),
  );
  return listed.slice(0, end < 0 ? listed.length : end).flatMap((line) => line.match(/\d+/g) ?? []);
}

interface History {
  applied: readonly string[];
  known: ReadonlySet<string>;
}

/**
 * @throws LocalBackendError `migration_failed` if the baseline could create objects that already
 * exist: the database has only some of the replaced versions, or has none of them but has versions
 * that the project lacks.
 */
export function isBaselineInPlace({ name, text }: Script, { applied, known }: History): boolean {
  const replaced = replacedVersions(text);
  if (replaced.length === 0) return false;
  const missing = replaced.filter((version) => !applied.includes(version));
  if (missing.length === 0) return true;
  const unknown = applied.filter((version) => !known.has(version) && !replaced.includes(version));
  if (missing.length === replaced.length && unknown.length === 0) return false;
  const why =
    missing.length < replaced.length
      ? `this database has only ${replaced.length - missing.length} of them; the first missing one is ${missing[0]}`
      : `this database has none of them. It has other migrations that the project lacks, such as ${unknown[0]}`;
  throw new LocalBackendError(
    "migration_failed",
    `${name} replaces ${replaced.length} migrations: ${why}. Start once with the project as it was before the baseline, or start with fresh data.`,
  );
}
