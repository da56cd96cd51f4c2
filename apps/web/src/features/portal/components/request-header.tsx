import { LateDate } from "@/features/items/components/late-date";
import { strings } from "@/features/items/strings";
import type { ContactRequest } from "@/features/items/types";
import { dateInZone, unbroken } from "@/lib/format/format";
import { formatDueDistance, formatDueLong } from "@/lib/format/relative-time";

function DueDate({ request, now }: { request: ContactRequest; now: Date }) {
  const { dueOn, status, timeZone } = request;
  if (!dueOn || status !== "open") return null;
  const today = dateInZone(now, timeZone);
  if (dueOn < today) return <LateDate dueOn={dueOn} today={today} />;
  return (
    <p className="text-ink-muted">
      <span className="font-semibold text-ink">
        {unbroken(strings.list.due(formatDueLong(dueOn, today)))}
      </span>
      {/* On paper, the number of days would soon be wrong. */}
      <span className="print:hidden">, {formatDueDistance(dueOn, today)}</span>
    </p>
  );
}

export function RequestHeader({ request }: { request: ContactRequest }) {
  return (
    <header>
      <h1 dir="auto" className="text-2xl font-heading">
        {request.title}
      </h1>
      {/* The first line of a printed page already contains the client's name. */}
      <p dir="auto" className="mt-1 text-ink-muted print:hidden">
        {strings.list.forClient(request.clientName)}
      </p>
      <DueDate request={request} now={new Date()} />
    </header>
  );
}
