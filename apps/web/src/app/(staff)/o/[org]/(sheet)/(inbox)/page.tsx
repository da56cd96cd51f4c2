import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { PhoneBar } from "@/components/ui/phone-bar";
import { SheetHeader } from "@/components/ui/sheet-header";
import { BouncedList } from "@/features/clients/components/bounced-list";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { reviewOf, WaitingList } from "@/features/inbox/components/waiting-list";
import { WhoseLinks } from "@/features/inbox/components/whose-links";
import { loadInbox } from "@/features/inbox/loaders";
import { strings } from "@/features/inbox/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestList } from "@/features/requests/components/request-list";
import { list } from "@/features/requests/strings";
import { TryOnYourself } from "@/features/templates/components/try-on-yourself";
import { parseNameKey, parsePageKey } from "@/lib/backend/page-key";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: strings.title };

export default guarded(async function InboxPage({ params, searchParams }: PageProps<"/o/[org]">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const readAt = Date.now();
  const isMine = firstValue(search.assignee) === "me";
  const from = {
    isMine,
    waiting: parsePageKey(search),
    bounced: parseNameKey({ after: search.contact, id: search.contact_id }),
  };
  const [org, { assigneeId, waiting, waitingTotal, overdue, bounced }, budget] = await Promise.all([
    loadOrg(slug),
    loadInbox(slug, from),
    loadEmailBudget(slug),
  ]);
  const pathname = `/o/${slug}`;
  const query = isMine ? { assignee: "me" } : {};
  const [first] = waiting.items;
  return (
    <>
      <SheetHeader
        title={strings.title}
        lead={strings.lead(waitingTotal, isMine)}
        actions={
          first ? (
            <PhoneBar>
              <ButtonLink href={reviewOf(slug, first)}>{strings.reviewNext}</ButtonLink>
            </PhoneBar>
          ) : (
            <ButtonLink href={`/o/${slug}/requests/new`}>
              <Plus aria-hidden className="size-4" />
              {list.new}
            </ButtonLink>
          )
        }
      />
      <WhoseLinks slug={slug} isMine={isMine} />
      <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
      <BudgetBanner budget={budget} />
      {waitingTotal > 0 ? (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="mb-3 text-lg font-heading">
            {strings.waiting}
          </h2>
          {first ? (
            <WaitingList org={org} items={waiting.items} />
          ) : (
            <p className="text-ink-muted">{strings.pageEmpty}</p>
          )}
          <PageLinks
            first={from.waiting && { href: { pathname, query }, label: strings.toOldest }}
            next={
              waiting.next && {
                href: {
                  pathname,
                  query: { ...query, after: waiting.next.key, id: waiting.next.id },
                },
                label: list.showMore,
              }
            }
          />
        </section>
      ) : (
        <EmptyState
          title={isMine ? strings.emptyMineTitle : strings.emptyTitle}
          action={isMine ? null : <TryOnYourself org={org} />}
        >
          {isMine ? strings.emptyMine : strings.empty}
        </EmptyState>
      )}
      {overdue.requests.length > 0 ? (
        <section aria-labelledby="overdue" className="mt-8">
          <h2 id="overdue" className="mb-3 text-lg font-heading">
            {strings.overdue}
          </h2>
          <RequestList org={org} requests={overdue.requests} />
          <PageLinks
            next={
              overdue.next && {
                href: {
                  pathname: `${pathname}/requests`,
                  query: { status: "overdue", ...(assigneeId ? { assignee: assigneeId } : {}) },
                },
                label: strings.allOverdue,
              }
            }
          />
        </section>
      ) : null}
      {bounced.contacts.length > 0 || from.bounced ? (
        <section aria-labelledby="bounced" className="mt-8">
          <h2 id="bounced" className="mb-3 text-lg font-heading">
            {strings.bounced}
          </h2>
          {bounced.contacts.length > 0 ? (
            <BouncedList slug={slug} contacts={bounced.contacts} />
          ) : (
            <p className="text-ink-muted">{strings.pageEmpty}</p>
          )}
          <PageLinks
            first={
              from.bounced && { href: { pathname, query, hash: "bounced" }, label: strings.toFirst }
            }
            next={
              bounced.next && {
                href: {
                  pathname,
                  query: { ...query, contact: bounced.next.key, contact_id: bounced.next.id },
                  hash: "bounced",
                },
                label: list.showMore,
              }
            }
          />
        </section>
      ) : null}
    </>
  );
});
