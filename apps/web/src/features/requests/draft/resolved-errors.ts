import type { FormFailure } from "@/lib/forms/form-state";

/**
 * Returns the names of the fields whose errors the user has corrected. An error that only the
 * server can find stays until the form is sent again.
 */
export function resolvedErrors<T>(
  failure: FormFailure | null,
  findProblems: (content: T) => Record<string, string>,
  { sent, live }: { sent: T | null; live: T },
): ReadonlySet<string> {
  const names = Object.keys(failure?.fieldErrors ?? {});
  if (names.length === 0 || sent === null) return new Set();
  const [before, now] = [findProblems(sent), findProblems(live)];
  return new Set(names.filter((name) => name in before && !(name in now)));
}
