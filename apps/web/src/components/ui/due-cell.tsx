import { formatDate } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";

/**
 * A due date in a list. An overdue date is red and shows how many days late the request is. In a
 * card, which has no column headings, screen readers read the word “Due” before the date.
 */
export function DueCell({
  dueOn,
  isOpen,
  today,
}: {
  dueOn: string | null;
  /** True if the request is open. Only open requests can be overdue. */
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
