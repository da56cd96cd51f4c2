import type { SelectGroup, SelectOption } from "@/components/ui/select";
import { SYSTEM } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import type { AuditPerson } from "@/features/audit/types";
import { strings as timeline } from "@/features/timeline/strings";

const texts = strings.filter;

/** Whom events may be filtered by: people under headings, Dossier, and who is chosen already. */
export function whoOptions(
  people: readonly AuditPerson[],
  who: string | undefined,
): (SelectOption | SelectGroup)[] {
  const groups = (["staff", "former", "contact"] as const).map((kind) => ({
    heading: texts.people[kind],
    options: people
      .filter((person) => person.kind === kind)
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label, "en")),
  }));
  const isListed = !who || who === SYSTEM || people.some(({ id }) => id === who);
  return [
    ...(isListed ? [] : [{ value: who, label: texts.chosen }]),
    ...groups.filter(({ options }) => options.length > 0),
    { value: SYSTEM, label: timeline.system },
  ];
}
