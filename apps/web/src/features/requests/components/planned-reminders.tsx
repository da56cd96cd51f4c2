import { BellRing } from "lucide-react";
import { Disclosure } from "@/components/ui/disclosure";
import { ReminderPreview } from "@/features/reminders/components/reminder-preview";
import type { ReminderPolicy } from "@/features/reminders/types";
import { composer } from "@/features/requests/strings";

export function PlannedReminders({
  policy,
  sentAt,
  dueOn,
  timeZone,
}: {
  policy: ReminderPolicy;
  sentAt: string;
  dueOn: string | null;
  timeZone: string;
}) {
  return (
    <Disclosure summary={composer.reminders} icon={BellRing}>
      {dueOn ? (
        <>
          <p className="mb-2 text-sm text-ink-muted">
            {composer.remindersLead(timeZone.replaceAll("_", " "))}
          </p>
          <ReminderPreview policy={policy} request={{ sentAt, dueOn, timeZone }} />
        </>
      ) : (
        <p className="text-sm text-ink-muted">{composer.remindersNoDate}</p>
      )}
    </Disclosure>
  );
}
