import type { Route } from "next";
import Link from "next/link";
import { sentenceOf } from "@/features/audit/permissions";
import { strings } from "@/features/audit/strings";
import type { AuditEvent, AuditNames } from "@/features/audit/types";
import { formatDateTime } from "@/lib/format/format";

const texts = strings.list;

function RequestLink({
  slug,
  event,
  names,
}: {
  slug: string;
  event: AuditEvent;
  names: AuditNames;
}) {
  const title = event.requestId ? names.requests.get(event.requestId) : undefined;
  if (!title) return null;
  return (
    <Link
      href={`/o/${slug}/requests/${event.requestId}` as Route}
      className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
    >
      {title}
    </Link>
  );
}

export function EventList({
  slug,
  events,
  names,
  timeZone,
}: {
  slug: string;
  events: readonly AuditEvent[];
  names: AuditNames;
  timeZone: string;
}) {
  if (events.length === 0) return <p className="py-4 text-ink-muted">{texts.none}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="flex flex-col gap-1 py-3 first:pt-0">
          <p className="min-w-0 break-words">{sentenceOf(event, names)}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-muted">
            <time dateTime={event.at}>
              {formatDateTime(event.at, { timeZone, nameZone: true })}
            </time>
            <RequestLink slug={slug} event={event} names={names} />
          </p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-subtle">
            <span>{texts.event(event.id)}</span>
            <span>{texts.link(event.no)}</span>
            <span className="font-mono" title={event.hash}>
              <span className="sr-only">{texts.hash} </span>
              {event.hash.slice(0, 12)}
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}
