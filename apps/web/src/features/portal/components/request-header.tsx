import { CircleAlert } from "lucide-react";
import { Progress } from "@/components/ui/progress";
import { progressOf } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { ContactRequest, Item } from "@/features/items/types";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { dateInZone, daysBetween, formatDate } from "@/lib/format/format";

function DueDate({ request, now }: { request: ContactRequest; now: Date }) {
  if (!request.dueOn || request.status !== "open") return null;
  const days = daysBetween(dateInZone(now, request.timeZone), request.dueOn);
  const date = formatDate(request.dueOn);
  if (days < 0) {
    return (
      <p className="mt-1 font-medium text-danger">
        <CircleAlert aria-hidden className="mr-1.5 inline size-4 align-[-0.15em]" />
        {strings.list.overdue(date)}
      </p>
    );
  }
  return (
    <p className="mt-1 text-ink-muted">
      {days === 0 ? strings.list.dueToday : strings.list.due(date)}
    </p>
  );
}

export function RequestHeader({
  request,
  items,
}: {
  request: ContactRequest;
  items: readonly Item[];
}) {
  const { done, total } = progressOf(items);
  return (
    <header className="mb-8 print:mb-5">
      <div className="flex items-center gap-3">
        <FirmLogo size={40} name={request.firm} logoPath={request.logoPath} />
        <p className="min-w-0 text-ink-muted">{request.firm}</p>
      </div>
      <h1 className="mt-4 text-2xl font-heading">{request.title}</h1>
      <DueDate request={request} now={new Date()} />
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
