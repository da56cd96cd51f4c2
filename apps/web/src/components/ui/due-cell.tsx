import { formatDate } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";

/** A due date in a list. A late one is red and says how late it is. */
export function DueCell({
  dueOn,
  isOpen,
  today,
}: {
  dueOn: string | null;
  /** Only an open request can be late. */
  isOpen: boolean;
  today: string;
}) {
  if (!dueOn) return <span className="text-ink-subtle">–</span>;
  const date = (
    <time dateTime={dueOn} title={formatDate(dueOn)}>
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
