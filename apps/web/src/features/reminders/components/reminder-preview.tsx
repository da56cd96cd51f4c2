import { planReminders } from "@/features/reminders/plan/plan-reminders";
import { strings } from "@/features/reminders/strings";
import type { PlannedRequest, ReminderPolicy } from "@/features/reminders/types";
import { formatDayOfWeek, weekdayOf } from "@/lib/format/relative-time";

function distance(days: number): string {
  if (days === 0) return strings.onTheDay;
  return days < 0 ? strings.daysBefore(-days) : strings.daysAfter(days);
}

export function ReminderPreview({
  policy,
  request,
}: {
  policy: ReminderPolicy | null;
  request: PlannedRequest;
}) {
  if (!policy) return <p className="text-ink-muted">{strings.previewInvalid}</p>;
  const reminders = planReminders(policy, request);
  if (reminders.length === 0) return <p className="text-ink-muted">{strings.previewNone}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line">
      {reminders.map(({ date, day, movedFrom }) => (
        <li key={date} className="flex items-baseline justify-between gap-x-4 py-2">
          <time dateTime={date} className="whitespace-nowrap">
            {formatDayOfWeek(date)}
          </time>
          <span className="text-right text-xs text-balance text-ink-muted">
            {distance(day)}
            {movedFrom ? `, ${strings.movedFrom(weekdayOf(movedFrom))}` : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
