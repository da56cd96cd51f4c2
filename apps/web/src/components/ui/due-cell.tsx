import { formatDate } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";

export function DueCell({
  dueOn,
  isOpen,
  today,
}: {
  dueOn: string | null;
  /** False for a closed request, which is never shown as overdue. */
  isOpen: boolean;
  today: string;
}) {
  if (!dueOn) return <span className="text-ink-subtle max-md:hidden">–</span>;
  const date = (
    <time dateTime={dueOn} title={formatDate(dueOn)}>
      <span className="sr-only md:hidden">Due </span>
      {formatDue(dueOn, today)}
    </time>
  );
  if (!isOpen || dueOn >= today) return <span className="whitespace-nowrap">{date}</span>;
  return (
    <span className="whitespace-nowrap text-danger">
      <span className="block font-semibold">{date}</span>
      <span className="block text-xs">{formatDueDistance(dueOn, today)}</span>
    </span>
  );
}
