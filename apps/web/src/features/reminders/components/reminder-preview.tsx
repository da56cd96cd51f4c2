import { type PlannedRequest, planReminders } from "@/features/reminders/schema";
import { strings } from "@/features/reminders/strings";
import type { ReminderPolicy } from "@/features/reminders/types";
import { daysBetween, formatDate } from "@/lib/format/format";

function distance(days: number): string {
  if (days === 0) return strings.onTheDay;
  return days < 0 ? strings.daysBefore(-days) : strings.daysAfter(days);
}

/** `null` if the plan in the form is invalid. */
export function ReminderPreview({
  policy,
  request,
}: {
  policy: ReminderPolicy | null;
  request: PlannedRequest;
}) {
  if (!policy) return <p className="text-ink-muted">{strings.previewInvalid}</p>;
  const dates = planReminders(policy, request);
  if (dates.length === 0) return <p className="text-ink-muted">{strings.previewNone}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line">
      {dates.map((date) => (
        <li key={date} className="flex flex-wrap justify-between gap-x-4 py-2">
          <time dateTime={date}>{formatDate(date)}</time>
          <span className="text-sm text-ink-muted">
            {distance(daysBetween(request.dueOn, date))}
          </span>
        </li>
      ))}
    </ol>
  );
}
