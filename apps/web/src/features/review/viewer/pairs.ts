import { strings } from "@/features/review/strings";
import { formatNames } from "@/lib/format/format";

type VersionFile = { id: string; name: string; sha256: string | null };

export type FilePair<T extends VersionFile = VersionFile> = {
  id: string;
  current: T | null;
  previous: T | null;
  isSame: boolean;
};

const isSame = (one: VersionFile, other: VersionFile) =>
  one.sha256 !== null && one.sha256 === other.sha256;

/**
 * First pairs files with the same bytes, then files with the same name, then the remaining files in
 * their order.
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

export const visiblePairs = <T extends VersionFile>(
  pairs: readonly FilePair<T>[],
  isCompared: boolean,
): readonly FilePair<T>[] => (isCompared ? pairs : pairs.filter(({ current }) => current));

export type Changes = {
  changed: string[];
  added: string[];
  removed: string[];
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

export const isUnchanged = ({ changed, added, removed, same }: Changes): boolean =>
  same > 0 && changed.length + added.length + removed.length === 0;

const MAX_NAMES = 3;

/**
 * Returns a text such as `1 file changed: March 2026.pdf. The other 11 files are the same as in
 * version 1.` Returns an empty text if neither version has files.
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

export function firstPair<T extends VersionFile>(
  pairs: readonly FilePair<T>[],
  { id, isCompared }: { id: string | undefined; isCompared: boolean },
): FilePair<T> | undefined {
  const chosen = pairs.find((pair) => pair.id === id);
  const changed = isCompared ? pairs.find((pair) => !pair.isSame) : undefined;
  return chosen ?? changed ?? pairs[0];
}
