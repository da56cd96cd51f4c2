import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { SheetHeader } from "@/components/ui/sheet-header";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { BouncedTab } from "@/features/inbox/components/bounced-tab";
import { InboxGroups, reviewOf } from "@/features/inbox/components/inbox-groups";
import { InboxSideColumn } from "@/features/inbox/components/inbox-side";
import { InboxTabs } from "@/features/inbox/components/inbox-tabs";
import { loadBounced, loadInbox } from "@/features/inbox/loaders";
import { strings } from "@/features/inbox/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { list } from "@/features/requests/strings";
import { TryOnYourself } from "@/features/templates/components/try-on-yourself";
import { parseNameKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: strings.title };

function NewRequest({ slug, isPrimary = false }: { slug: string; isPrimary?: boolean }) {
  return (
    <ButtonLink href={`/o/${slug}/requests/new`} variant={isPrimary ? "primary" : "secondary"}>
      <Plus aria-hidden className="size-4" />
      {list.new}
      <kbd aria-hidden className="hidden pointer-fine:inline-block">
        N
      </kbd>
    </ButtonLink>
  );
}

export default guarded(async function InboxPage({ params, searchParams }: PageProps<"/o/[org]">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const readAt = Date.now();
  const after = parseNameKey(search);
  const [org, budget] = await Promise.all([loadOrg(slug), loadEmailBudget(slug)]);
  if (firstValue(search.show) === "bounced") {
    const { page, counts } = await loadBounced(slug, after);
    return (
      <>
        <SheetHeader title={strings.title} actions={<NewRequest slug={slug} />} />
        <InboxTabs slug={slug} current="bounced" counts={counts} />
        <BouncedTab slug={slug} page={page} isFirst={!after} />
      </>
    );
  }
  const isMine = firstValue(search.assignee) === "me";
  const { page, side, counts } = await loadInbox(slug, { isMine, after });
  const pathname = `/o/${slug}`;
  const query = isMine ? { assignee: "me" } : {};
  const now = new Date(readAt);
  const today = dateInZone(now, org.timeZone);
  const [first] = page.groups;
  return (
    <>
      <SheetHeader
        title={strings.title}
        actions={
          first ? (
            <>
              <NewRequest slug={slug} />
              <ButtonLink href={reviewOf(slug, first)}>{strings.reviewNext}</ButtonLink>
            </>
          ) : (
            <NewRequest slug={slug} isPrimary />
          )
        }
      />
      <InboxTabs slug={slug} current={isMine ? "mine" : "review"} counts={counts} />
      <div className="[&>*:not(:empty)]:mt-4">
        <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
        <BudgetBanner budget={budget} />
      </div>
      <div className="bleed side:grid side:grow side:grid-cols-[minmax(0,1fr)_20.5rem]">
        <div className="min-w-0">
          {first ? (
            <InboxGroups org={org} groups={page.groups} clock={{ now: now.toISOString(), today }} />
          ) : (
            <div className="px-(--gutter)">
              {after ? (
                <p className="py-8 text-ink-muted">{strings.pageEmpty}</p>
              ) : (
                <EmptyState
                  title={isMine ? strings.emptyMineTitle : strings.emptyTitle}
                  action={isMine ? null : <TryOnYourself org={org} />}
                >
                  {isMine ? strings.emptyMine : strings.empty}
                </EmptyState>
              )}
            </div>
          )}
          <div className="px-(--gutter)">
            <PageLinks
              first={after && { href: { pathname, query }, label: strings.toOldest }}
              next={
                page.next && {
                  href: { pathname, query: { ...query, after: page.next.key, id: page.next.id } },
                  label: strings.showMore,
                }
              }
            />
          </div>
        </div>
        <InboxSideColumn org={org} side={side} counts={counts} now={now} today={today} />
      </div>
    </>
  );
});
