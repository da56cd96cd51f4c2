import { strings } from "@/features/review/strings";
import { formatNames } from "@/lib/format/format";

type VersionFile = { id: string; name: string; sha256: string | null };

/**
 * A file of the current version and its counterpart in an earlier version. One of the two files may
 * be null.
 */
export type FilePair<T extends VersionFile = VersionFile> = {
  id: string;
  current: T | null;
  previous: T | null;
  /** True if both files have the same bytes. */
  isSame: boolean;
};

const isSame = (one: VersionFile, other: VersionFile) =>
  one.sha256 !== null && one.sha256 === other.sha256;

/**
 * Pairs the files of two versions: first files with the same bytes, then files with the same name,
 * then the remaining files in their order. Files of the earlier version without a counterpart come
 * last.
 */
export function pairFiles<T extends VersionFile>(
  current: readonly T[],
  previous: readonly T[],
): FilePair<T>[] {
  const remaining = [...previous];
  const found = new Map<T, T>();
  const match = (fits: (file: T, other: T) => boolean) => {
    for (const file of current) {
      if (found.has(file)) continue;
      const index = remaining.findIndex((other) => fits(file, other));
      const [other] = index < 0 ? [] : remaining.splice(index, 1);
      if (other) found.set(file, other);
    }
  };
  match(isSame);
  match((file, other) => file.name === other.name);
  match(() => true);
  const pairs = current.map((file): FilePair<T> => {
    const other = found.get(file) ?? null;
    return {
      id: file.id,
      current: file,
      previous: other,
      isSame: other !== null && isSame(file, other),
    };
  });
  const removed = remaining.map(
    (other): FilePair<T> => ({ id: other.id, current: null, previous: other, isSame: false }),
  );
  return [...pairs, ...removed];
}

/**
 * Returns the pairs to show. Without a comparison, returns only the pairs that contain a file of
 * the current version.
 */
export const visiblePairs = <T extends VersionFile>(
  pairs: readonly FilePair<T>[],
  isCompared: boolean,
): readonly FilePair<T>[] => (isCompared ? pairs : pairs.filter(({ current }) => current));

export type Changes = {
  changed: string[];
  added: string[];
  removed: string[];
  /** The number of files with the same bytes in both versions. */
  same: number;
};

export function changesOf(pairs: readonly FilePair[]): Changes {
  const names = (files: (VersionFile | null)[]) => files.flatMap((file) => file?.name ?? []);
  return {
    changed: names(
      pairs.filter((pair) => pair.previous && !pair.isSame).map(({ current }) => current),
    ),
    added: names(pairs.filter((pair) => !pair.previous).map(({ current }) => current)),
    removed: names(pairs.filter((pair) => !pair.current).map(({ previous }) => previous)),
    same: pairs.filter((pair) => pair.isSame).length,
  };
}

/** Returns whether the two versions have the same files, and at least one file. */
export const isUnchanged = ({ changed, added, removed, same }: Changes): boolean =>
  same > 0 && changed.length + added.length + removed.length === 0;

/**
 * Maximum number of files that the text names. If there are more, the text contains only their
 * number.
 */
const MAX_NAMES = 3;

/**
 * Describes the changes since an earlier version. Empty if neither version has files. Example:
 * `1 file changed: March 2026.pdf. The other 11 files are the same as in version 1.`
 */
export function describeChanges(changes: Changes, no: number): string {
  if (isUnchanged(changes)) return strings.changes.none(no);
  const { changed, added, removed, same } = changes;
  const part = (names: string[], say: (count: number, names: string) => string) =>
    names.length > 0
      ? [say(names.length, names.length <= MAX_NAMES ? formatNames(names) : "")]
      : [];
  return [
    ...part(changed, strings.changes.changed),
    ...part(added, strings.changes.added),
    ...part(removed, strings.changes.removed),
    ...(same > 0 ? [strings.changes.same(same, no)] : []),
  ].join(" ");
}

/**
 * Returns the pair to show first: the chosen pair, otherwise the first changed pair if versions are
 * compared, otherwise the first pair.
 */
export function firstPair<T extends VersionFile>(
  pairs: readonly FilePair<T>[],
  { id, isCompared }: { id: string | undefined; isCompared: boolean },
): FilePair<T> | undefined {
  const chosen = pairs.find((pair) => pair.id === id);
  const changed = isCompared ? pairs.find((pair) => !pair.isSame) : undefined;
  return chosen ?? changed ?? pairs[0];
}
