import { CircleAlert } from "lucide-react";
import { list, page } from "@/features/requests/strings";
import type { RequestStatus } from "@/features/requests/types";
import { classNames } from "@/lib/class-names";
import { formatDate } from "@/lib/format/format";

export function DueDate({
  request,
  today,
  className,
}: {
  request: { status: RequestStatus; dueOn: string | null };
  /** Today's date in the firm's time zone. */
  today: string;
  className?: string;
}) {
  if (!request.dueOn) return null;
  const date = formatDate(request.dueOn);
  if (request.status !== "open" || request.dueOn >= today) {
    return <span className={className}>{list.due(date)}</span>;
  }
  return (
    <span className={classNames(className, "font-medium text-danger")}>
      <CircleAlert aria-hidden className="mr-1.5 inline size-4 align-[-0.2em]" />
      {page.overdue(date)}
    </span>
  );
}
