import { isBaseValue, mergeFields } from "@/lib/drafts/merge";
import { shortJson } from "@/lib/drafts/short-json";
import { type FormFailure, formText, type VersionRow } from "@/lib/forms/form-state";

/**
 * The version and the values on which a form is based. Long values may be digests of `shortJson`.
 */
export type VersionStamp = { version: number; base: Record<string, unknown> };

export function stampOf(version: number, base: object): string {
  return `${version} ${shortJson(base)}`;
}

export function readStamp(text: string): VersionStamp {
  const [, version = "0", json = "{}"] = /^(\d*) ?(.*)$/s.exec(text) ?? [];
  try {
    const base: unknown = JSON.parse(json);
    const isRecord = typeof base === "object" && base !== null;
    return { version: Number(version), base: isRecord ? { ...base } : {} };
  } catch {
    return { version: Number(version), base: {} };
  }
}

const MAX_MERGES = 3;

const pick = <T extends object>(fields: T, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const isUnchanged = ({ version, base }: VersionStamp, mine: object) =>
  version > 0 &&
  Object.entries(mine).every(([name, value]) => name in base && isBaseValue(base[name], value));

type Saved<T, R> =
  | { ok: true; data: R; fields: T }
  | { ok: true; data: null; version: number; fields: T };

/**
 * Saves a form, merged with changes that someone else made after the form was rendered. If both
 * users changed the same field, saves nothing: the failure shows both values, and sending the form
 * again replaces only these fields. If the user changed nothing, saves nothing and returns `null`
 * as `data`.
 */
export async function saveMerged<T extends object, R>(
  form: FormData,
  {
    mine,
    save,
    fail,
    getStored,
    compare,
  }: {
    mine: T;
    save: (fields: T, expectedVersion: number) => Promise<R>;
    fail: (error: unknown) => FormFailure;
    getStored: () => Promise<{ version: number; fields: T } | null>;
    compare: (theirs: T, mine: T) => VersionRow[] | Promise<VersionRow[]>;
  },
): Promise<Saved<T, R> | FormFailure> {
  const stamp = readStamp(formText(form, "version"));
  if (isUnchanged(stamp, mine)) {
    const stored = await getStored();
    if (stored) return { ok: true, data: null, ...stored };
  }
  let { version } = stamp;
  let fields = mine;
  for (let merges = 0; ; merges += 1) {
    try {
      return { ok: true, data: await save(fields, version), fields };
    } catch (error) {
      const failure = fail(error);
      if (failure.code !== "version_conflict" || merges === MAX_MERGES) return failure;
      const stored = await getStored();
      if (!stored) return failure;
      const merge = mergeFields(stamp.base as Partial<T>, mine, stored.fields);
      if (merge.conflicts.length > 0) {
        // Keep the old version in the stamp, so that the next attempt merges again.
        const base = { ...stamp.base, ...pick(stored.fields, merge.conflicts) };
        const typed = { ...stored.fields, ...pick(mine, merge.conflicts) };
        return {
          ...failure,
          versions: await compare(stored.fields, typed),
          values: { ...failure.values, version: stampOf(stamp.version, base) },
        };
      }
      fields = merge.merged;
      version = stored.version;
    }
  }
}
