import { AlarmClock } from "lucide-react";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { formatDate } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";

export function Due({
  dueOn,
  status,
  today,
  isInline = false,
}: {
  dueOn: string;
  status: Request["status"];
  today: string;
  isInline?: boolean;
}) {
  if (status !== "open" || dueOn >= today) {
    const when = formatDue(dueOn, today, { isInline: true });
    return isInline ? page.dueInline(when) : page.due(when);
  }
  return (
    <span className="font-semibold whitespace-nowrap text-danger">
      <AlarmClock aria-hidden className="mr-1 inline size-3.5 align-[-0.2em]" />
      <time dateTime={dueOn} title={formatDate(dueOn)}>
        {formatDueDistance(dueOn, today)}
      </time>
    </span>
  );
}
