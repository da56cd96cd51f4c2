import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { list } from "@/features/requests/strings";
import type { RequestRow } from "@/features/requests/types";
import { formatDate } from "@/lib/format";

/** Requests with their progress; each row leads to its page. */
export function RequestList({ slug, requests }: { slug: string; requests: readonly RequestRow[] }) {
  return (
    <ul
      data-list-keys
      className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
    >
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            href={`/o/${slug}/requests/${request.id}`}
            className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-sunken sm:px-6"
          >
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{request.title || list.untitled}</span>
              <span className="block truncate text-sm text-ink-muted">
                {request.clientName}
                {request.dueOn ? ` · ${list.due(formatDate(request.dueOn))}` : ""}
              </span>
              <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
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
