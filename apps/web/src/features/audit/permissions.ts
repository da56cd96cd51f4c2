import { strings } from "@/features/audit/strings";
import type { AuditEvent, AuditNames } from "@/features/audit/types";
import { actorOf, describeEvent, strings as timeline } from "@/features/timeline/strings";

/** An event as one sentence, as far as the reader may know the names in it. */
export function sentenceOf(event: AuditEvent, names: AuditNames): string {
  const what = describeEvent(event, {
    item: (id) => names.items.get(String(id)) ?? timeline.unknownItem,
    contact: (id) => names.contacts.get(String(id)) ?? strings.unknown.contact,
    member: (id) => names.people.get(String(id)) || timeline.unknownMember,
  });
  return `${actorOf(event)} ${what}`;
}
