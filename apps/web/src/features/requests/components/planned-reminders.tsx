import { BellRing } from "lucide-react";
import { Disclosure } from "@/components/ui/disclosure";
import { ReminderPreview } from "@/features/reminders/components/reminder-preview";
import type { ReminderPolicy } from "@/features/reminders/types";
import { composer } from "@/features/requests/strings";

/** When a contact who sends nothing would be reminded, were the draft sent today. */
export function PlannedReminders({
  policy,
  today,
  dueOn,
  timeZone,
}: {
  policy: ReminderPolicy;
  /** `YYYY-MM-DD` in the firm's zone. */
  today: string;
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
          <ReminderPreview policy={policy} sentOn={today} dueOn={dueOn} />
        </>
      ) : (
        <p className="text-sm text-ink-muted">{composer.remindersNoDate}</p>
      )}
    </Disclosure>
  );
}
