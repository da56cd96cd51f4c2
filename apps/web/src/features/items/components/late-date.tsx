import { AlarmClock } from "lucide-react";
import { strings } from "@/features/items/strings";
import { formatDueDistance, formatDueLong } from "@/lib/format/relative-time";
import { classNames } from "@/lib/style/class-names";

export function LateDate({
  dueOn,
  today,
  className,
}: {
  dueOn: string;
  today: string;
  className?: string;
}) {
  return (
    <p className={classNames("flex gap-1.5 font-semibold text-danger", className)}>
      <AlarmClock aria-hidden className="h-[1lh] w-5 shrink-0" />
      <span>
        {strings.list.overdue(formatDueLong(dueOn, today))}
        <span className="print:hidden">, {formatDueDistance(dueOn, today)}</span>
      </span>
    </p>
  );
}
