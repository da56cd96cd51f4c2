import type { Route } from "next";
import { FormDateProperty } from "@/components/forms/date-property";
import { Monogram } from "@/components/ui/monogram";
import { Property, PropertyGrid } from "@/components/ui/property-grid";
import type { Contact } from "@/features/clients/types";
import type { ReminderPolicy } from "@/features/reminders/types";
import { AssigneeField } from "@/features/requests/components/assignee-field";
import { ContactFields } from "@/features/requests/components/contact-fields";
import { PlannedReminders } from "@/features/requests/components/planned-reminders";
import type { ShownFields } from "@/features/requests/draft/use-draft-content";
import { composer } from "@/features/requests/strings";
import type { Assignee } from "@/features/requests/types";

export function DraftProperties({
  org,
  client,
  contacts,
  assignees,
  reminders,
  openedAt,
  shown,
  dueOn,
}: {
  org: { slug: string; timeZone: string };
  client: { id: string; name: string; ref: string | null };
  contacts: readonly Contact[];
  assignees: readonly Assignee[];
  reminders: ReminderPolicy;
  openedAt: string;
  shown: ShownFields;
  dueOn: string | null;
}) {
  return (
    <PropertyGrid>
      <Property label={composer.client}>
        <p className="flex min-h-7 items-center gap-2">
          <Monogram id={client.id} name={client.name} shape="client" size={22} />
          <span dir="auto" className="truncate font-medium">
            {client.name}
          </span>
          {client.ref ? <span className="shrink-0 text-ink-subtle">{client.ref}</span> : null}
        </p>
      </Property>
      <Property>
        <ContactFields
          key={`contacts-${shown.contactIds.no}`}
          contacts={contacts}
          chosen={shown.contactIds.value}
          addHref={`/o/${org.slug}/clients/${client.id}` as Route}
        />
      </Property>
      <Property>
        <FormDateProperty
          key={`due-${shown.dueOn.no}`}
          name="due_on"
          label={composer.due}
          placeholder={composer.chooseDate}
          defaultValue={shown.dueOn.value ?? ""}
          timeZone={org.timeZone}
        />
      </Property>
      <Property>
        <AssigneeField
          key={`assignee-${shown.assigneeId.no}`}
          assignees={assignees}
          defaultValue={shown.assigneeId.value ?? ""}
        />
      </Property>
      <Property isWide label={composer.reminders}>
        <PlannedReminders
          policy={reminders}
          sentAt={openedAt}
          dueOn={dueOn}
          timeZone={org.timeZone}
        />
      </Property>
    </PropertyGrid>
  );
}
