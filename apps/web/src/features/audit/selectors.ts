import { strings as activity } from "@/features/activity/strings";
import type { ActivityEvent } from "@/features/activity/types";
import { SYSTEM } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import type { AuditPerson } from "@/features/audit/types";
import { dateInZone, formatZone } from "@/lib/format/format";

type Day = { date: string; zone: string; events: ActivityEvent[] };

/**
 * Splits a day on which the clock changes into two groups, because the zone has two names on that
 * day and one hour can occur twice.
 */
export function daysOf(events: readonly ActivityEvent[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const date = dateInZone(new Date(event.at), timeZone);
    const zone = formatZone(event.at, timeZone);
    const last = days.at(-1);
    if (last?.date === date && last.zone === zone) last.events.push(event);
    else days.push({ date, zone, events: [event] });
  }
  return days;
}

type WhoGroup = { heading: string; people: { id: string; name: string }[] };

export function whoGroups(
  people: readonly AuditPerson[],
  who: string | undefined,
  name?: string | undefined,
): WhoGroup[] {
  const { people: headings, who: others, unknown } = strings.filter;
  const groups = (["staff", "former", "contact"] as const).map((kind) => ({
    heading: headings[kind],
    people: people
      .filter((person) => person.kind === kind)
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, "en")),
  }));
  const isListed = !who || who === SYSTEM || people.some(({ id }) => id === who);
  return [
    ...groups.filter((group) => group.people.length > 0),
    {
      heading: others,
      people: [
        ...(isListed ? [] : [{ id: who, name: name || unknown }]),
        { id: SYSTEM, name: activity.system },
      ],
    },
  ];
}
