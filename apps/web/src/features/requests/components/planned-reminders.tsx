import { Bell, ChevronDown } from "lucide-react";
import { ReminderPreview } from "@/features/reminders/components/reminder-preview";
import { planReminders } from "@/features/reminders/plan/plan-reminders";
import { strings } from "@/features/reminders/strings";
import type { ReminderPolicy } from "@/features/reminders/types";
import { composer } from "@/features/requests/strings";
import { dateInZone } from "@/lib/format/format";
import { formatDueLong } from "@/lib/format/relative-time";

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
  const plan = dueOn ? { sentAt, dueOn, timeZone } : null;
  const [first, ...others] = plan ? planReminders(policy, plan) : [];
  const today = dateInZone(new Date(sentAt), timeZone);
  const text = first
    ? composer.remindersPlan(others.length + 1, formatDueLong(first.date, today))
    : plan
      ? strings.previewNone
      : composer.remindersNoDate;
  return (
    <details className="group/plan">
      <summary className="flex min-h-7 list-none items-center gap-2 font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Bell aria-hidden className="size-4 shrink-0 text-ink-subtle" />
        <span className="grow">{text}</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-subtle group-open/plan:rotate-180"
        />
      </summary>
      {plan && first ? (
        <div className="pt-2">
          <p className="mb-1 text-ink-muted">
            {composer.remindersLead(timeZone.replaceAll("_", " "))}
          </p>
          <ReminderPreview policy={policy} request={plan} />
        </div>
      ) : null}
    </details>
  );
}
