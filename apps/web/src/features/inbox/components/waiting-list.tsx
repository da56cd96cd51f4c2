import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { strings } from "@/features/inbox/strings";
import type { WaitingItem } from "@/features/inbox/types";
import { formatDateTime } from "@/lib/format/format";

export function reviewOf(slug: string, { requestId, itemId }: WaitingItem): Route {
  return `/o/${slug}/requests/${requestId}/review/${itemId}` as Route;
}

export function WaitingList({
  org,
  items,
}: {
  org: { slug: string; timeZone: string };
  items: readonly WaitingItem[];
}) {
  return (
    <ul data-list-keys className="divide-y divide-line rounded-lg border border-line bg-surface">
      {items.map((item) => (
        <li key={item.itemId}>
          <Link
            href={reviewOf(org.slug, item)}
            className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-hover sm:px-6"
          >
            <span className="flex min-w-0 grow flex-col gap-x-6 md:flex-row md:items-center">
              <span className="min-w-0 grow">
                <span className="block font-medium">{item.itemTitle}</span>
                <span className="block text-sm text-ink-muted">
                  <span className="block sm:inline">{item.clientName}</span>
                  <span className="hidden sm:inline"> · </span>
                  <span className="block sm:inline">{item.requestTitle}</span>
                </span>
              </span>
              {item.submittedAt ? (
                <span className="text-sm text-ink-subtle md:shrink-0">
                  {strings.submitted(formatDateTime(item.submittedAt, { timeZone: org.timeZone }))}
                </span>
              ) : null}
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
