import { ChevronRight, Inbox, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { PhoneBar } from "@/components/ui/phone-bar";
import { BouncedList } from "@/features/clients/components/bounced-list";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestList } from "@/features/requests/components/request-list";
import { loadInbox } from "@/features/requests/loaders";
import { inbox, list } from "@/features/requests/strings";
import { TryOnYourself } from "@/features/templates/components/try-on-yourself";
import { formatDateTime } from "@/lib/format";

export const metadata: Metadata = { title: inbox.title };

export default async function InboxPage({ params }: PageProps<"/o/[org]">) {
  const { org: slug } = await params;
  const readAt = Date.now();
  const [org, { waiting, overdue, hasMoreOverdue, bounced }] = await Promise.all([
    loadOrg(slug),
    loadInbox(slug),
  ]);
  const reviewOf = (item: { requestId: string; itemId: string }) =>
    `/o/${slug}/requests/${item.requestId}/review/${item.itemId}` as Route;
  const [first] = waiting;
  return (
    <>
      <PageHeader
        title={inbox.title}
        lead={inbox.lead(waiting.length)}
        actions={
          first ? (
            <PhoneBar>
              <ButtonLink href={reviewOf(first)}>{inbox.reviewNext}</ButtonLink>
            </PhoneBar>
          ) : (
            <ButtonLink href={`/o/${slug}/requests/new`}>
              <Plus aria-hidden className="size-4" />
              {list.new}
            </ButtonLink>
          )
        }
      />
      <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="mb-3 text-lg font-semibold">
            {inbox.waiting}
          </h2>
          <ul
            data-list-keys
            className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
          >
            {waiting.map((item) => (
              <li key={item.itemId}>
                <Link
                  href={reviewOf(item)}
                  className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-sunken sm:px-6"
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
                        {inbox.submitted(
                          formatDateTime(item.submittedAt, { timeZone: org.timeZone }),
                        )}
                      </span>
                    ) : null}
                  </span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <EmptyState icon={Inbox} title={inbox.emptyTitle} action={<TryOnYourself org={org} />}>
          {inbox.empty}
        </EmptyState>
      )}
      {overdue.length > 0 ? (
        <section aria-labelledby="overdue" className="mt-8">
          <h2 id="overdue" className="mb-3 text-lg font-semibold">
            {inbox.overdue}
          </h2>
          <RequestList org={org} requests={overdue} />
          {hasMoreOverdue ? (
            <p className="mt-4">
              <Link
                className="link inline-flex min-h-11 items-center"
                href={`/o/${slug}/requests?status=overdue`}
              >
                {inbox.allOverdue}
              </Link>
            </p>
          ) : null}
        </section>
      ) : null}
      {bounced.length > 0 ? (
        <section aria-labelledby="bounced" className="mt-8">
          <h2 id="bounced" className="mb-3 text-lg font-semibold">
            {inbox.bounced}
          </h2>
          <BouncedList slug={slug} contacts={bounced} />
        </section>
      ) : null}
    </>
  );
}
