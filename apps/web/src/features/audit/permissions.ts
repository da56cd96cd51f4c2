import type { SelectGroup, SelectOption } from "@/components/ui/select";
import { strings as activity, actorOf, describeEvent } from "@/features/activity/strings";
import { SYSTEM } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import type { AuditEvent, AuditNames, AuditPerson } from "@/features/audit/types";

export function sentenceOf(event: AuditEvent, names: AuditNames): string {
  const what = describeEvent(event, {
    item: (id) => names.items.get(String(id)) ?? activity.unknownItem,
    contact: (id) => names.contacts.get(String(id)) ?? strings.unknown.contact,
    member: (id) => names.people.get(String(id)) || activity.unknownMember,
  });
  return `${actorOf(event)} ${what}`;
}

export function whoOptions(
  people: readonly AuditPerson[],
  who: string | undefined,
): (SelectOption | SelectGroup)[] {
  const groups = (["staff", "former", "contact"] as const).map((kind) => ({
    heading: strings.filter.people[kind],
    options: people
      .filter((person) => person.kind === kind)
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label, "en")),
  }));
  const isListed = !who || who === SYSTEM || people.some(({ id }) => id === who);
  return [
    ...(isListed ? [] : [{ value: who, label: strings.filter.chosen }]),
    ...groups.filter(({ options }) => options.length > 0),
    { value: SYSTEM, label: activity.system },
  ];
}
