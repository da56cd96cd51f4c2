import { Progress } from "@/components/ui/progress";
import { progressOf } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { ContactRequest, Item } from "@/features/items/types";
import { FirmMark } from "@/features/portal/components/firm-mark";
import { dateInZone, daysBetween, formatDate } from "@/lib/format";

function dueText(request: ContactRequest, now: Date): string | null {
  if (!request.dueOn || request.status !== "open") return null;
  const days = daysBetween(dateInZone(now, request.timeZone), request.dueOn);
  if (days === 0) return strings.list.dueToday;
  const date = formatDate(request.dueOn);
  return days > 0 ? strings.list.due(date) : strings.list.overdue(date);
}

/** Who asks, for what, until when, and how much is done. */
export function RequestHeader({
  request,
  items,
}: {
  request: ContactRequest;
  items: readonly Item[];
}) {
  const { done, total } = progressOf(items);
  const due = dueText(request, new Date());
  return (
    <header className="mb-8">
      <div className="flex items-center gap-3">
        <FirmMark firm={request.firm} logoPath={request.logoPath} />
        <p className="min-w-0 text-ink-muted">{request.firm}</p>
      </div>
      <h1 className="mt-4 text-2xl font-semibold">{request.title}</h1>
      {due ? <p className="mt-1 text-ink-muted">{due}</p> : null}
      <div className="mt-5">
        <Progress
          value={done}
          max={total}
          label={strings.list.progressLabel}
          text={strings.list.progress(done, total)}
        />
      </div>
    </header>
  );
}
