import { AlarmClock } from "lucide-react";
import { strings } from "@/features/items/strings";
import type { ContactRequest } from "@/features/items/types";
import { dateInZone, formatDate } from "@/lib/format/format";
import { formatDueDistance, formatDueLong } from "@/lib/format/relative-time";

function DueDate({ request, now }: { request: ContactRequest; now: Date }) {
  const { dueOn, status, timeZone } = request;
  if (!dueOn || status !== "open") return null;
  const today = dateInZone(now, timeZone);
  const distance = formatDueDistance(dueOn, today);
  if (dueOn < today) {
    return (
      <p className="font-semibold text-danger">
        <AlarmClock aria-hidden className="mr-1.5 inline size-5 align-[-0.25em]" />
        {strings.list.overdue(formatDate(dueOn))}
        <span className="font-normal">, {distance}</span>
      </p>
    );
  }
  return (
    <p className="text-ink-muted">
      <span className="font-semibold text-ink">
        {strings.list.due(formatDueLong(dueOn, today))}
      </span>
      , {distance}
    </p>
  );
}

export function RequestHeader({ request }: { request: ContactRequest }) {
  return (
    <header>
      <h1 dir="auto" className="text-2xl font-heading">
        {request.title}
      </h1>
      <p dir="auto" className="mt-1 text-ink-muted">
        {strings.list.forClient(request.clientName)}
      </p>
      <DueDate request={request} now={new Date()} />
    </header>
  );
}
