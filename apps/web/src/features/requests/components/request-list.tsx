import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { DueDate } from "@/features/requests/components/due-date";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { list } from "@/features/requests/strings";
import type { RequestRow } from "@/features/requests/types";
import { dateInZone } from "@/lib/format/format";

export function RequestList({
  org,
  requests,
  isOfOneClient = false,
}: {
  org: { slug: string; timeZone: string };
  requests: readonly RequestRow[];
  isOfOneClient?: boolean;
}) {
  const today = dateInZone(new Date(), org.timeZone);
  return (
    <ul
      data-list-keys
      className="@container divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            href={`/o/${org.slug}/requests/${request.id}`}
            className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-hover sm:px-6"
          >
            <span className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 @3xl:flex-row @3xl:items-center">
              <span className="min-w-0 grow">
                <span className="block font-medium">{request.title || list.untitled}</span>
                <span className="block text-sm text-ink-muted">
                  {isOfOneClient ? null : (
                    <span className="block sm:inline">{request.clientName}</span>
                  )}
                  {request.dueOn && !isOfOneClient ? (
                    <span className="hidden sm:inline"> · </span>
                  ) : null}
                  <DueDate request={request} today={today} className="block sm:inline" />
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted @3xl:w-80 @3xl:shrink-0">
                <RequestBadge status={request.status} />
                {request.status === "draft" ? null : (
                  <span>{list.progress(request.itemsDone, request.itemsTotal)}</span>
                )}
                {request.itemsWaiting > 0 ? (
                  <span className="font-medium text-accent">
                    {list.waiting(request.itemsWaiting)}
                  </span>
                ) : null}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
