import { LocalBackendError } from "../errors.ts";
import type { Script } from "./run-script.ts";

/** The comment lines before the first statement of a script, without their dashes. */
function leadingComment(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => line.trim() !== "" && !line.trimStart().startsWith("--"));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.trim().replace(/^--\s*/, ""));
}

/**
 * The versions that a baseline replaces. Its leading comment names them after `replaces:`, on that
 * line and on the lines below it, up to the first line that holds anything but versions.
 * @returns an empty list for a script that is no baseline
 */
export function replacedVersions(text: string): string[] {
  const lines = leadingComment(text);
  const start = lines.findIndex((line) => /^replaces:/i.test(line));
  if (start < 0) return [];
  const listed = lines.slice(start).map((line) => line.replace(/^replaces:/i, ""));
  const end = listed.findIndex(
    (line, index) => !(index === 0 ? /^[\d\s,]*$/ : /^[\d\s,]+$/).test(line),
  );
  return listed.slice(0, end < 0 ? listed.length : end).flatMap((line) => line.match(/\d+/g) ?? []);
}

/**
 * Whether a database has everything that a baseline creates, because every version it replaces was
 * applied there.
 * @throws LocalBackendError `migration_failed` when only some of them were: the baseline would create
 * what exists already
 */
export function isBaselineInPlace(
  { name, text }: Script,
  isApplied: (version: string) => boolean,
): boolean {
  const replaced = replacedVersions(text);
  const missing = replaced.filter((version) => !isApplied(version));
  if (missing.length === 0) return replaced.length > 0;
  if (missing.length === replaced.length) return false;
  throw new LocalBackendError(
    "migration_failed",
    `${name} replaces ${replaced.length} migrations, but this database has only ${replaced.length - missing.length} of them (the first missing one is ${missing[0]}). Apply the missing ones with the project as it was before the baseline, or start with fresh data.`,
  );
}
