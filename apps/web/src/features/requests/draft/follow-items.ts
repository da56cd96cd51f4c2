import { VERSION } from "@/lib/drafts/form-values";
import type { FormFailure } from "@/lib/forms/form-state";

const OF_ITEM = /^items\.(\d+)\.(.+)$/;

/**
 * Renames the errors after the list has changed, because field names contain the positions of
 * items. Drops all values except the version, because a field that moved would show the value of
 * another item.
 */
export function followItems(
  failure: FormFailure,
  before: readonly string[],
  now: readonly string[],
): FormFailure | null {
  const { values, fieldErrors, ...others } = failure;
  const version = values?.[VERSION];
  const rest = version === undefined ? others : { ...others, values: { [VERSION]: version } };
  if (!fieldErrors) return rest;
  const errors = Object.entries(fieldErrors).flatMap(([name, error]) => {
    const [, position, field] = OF_ITEM.exec(name) ?? [];
    if (position === undefined) return [[name, error] as const];
    const index = now.indexOf(before[Number(position)] ?? "");
    return index < 0 ? [] : [[`items.${index}.${field}`, error] as const];
  });
  if (errors.length === 0 && Object.keys(fieldErrors).length > 0) return null;
  const place = (name: string) => Number(OF_ITEM.exec(name)?.[1] ?? -1);
  errors.sort(([one], [other]) => place(one) - place(other));
  return { ...rest, fieldErrors: Object.fromEntries(errors) };
}

export function followSent<T>(
  { sent, live }: { sent: readonly T[]; live: readonly T[] },
  before: readonly string[],
  now: readonly string[],
): T[] {
  return now.flatMap((key, index) => sent[before.indexOf(key)] ?? live[index] ?? []);
}
