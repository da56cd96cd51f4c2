import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink, ICON_ON_PHONE } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager, pageHrefs } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { BouncedTab } from "@/features/inbox/components/bounced-tab";
import { InboxGroups, reviewOf } from "@/features/inbox/components/inbox-groups";
import { InboxSideColumn } from "@/features/inbox/components/inbox-side";
import { hasInboxTabs, InboxTabs } from "@/features/inbox/components/inbox-tabs";
import { loadBounced, loadInbox } from "@/features/inbox/loaders";
import { isInboxKey } from "@/features/inbox/schema";
import { strings } from "@/features/inbox/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { list } from "@/features/requests/strings";
import { SetupList } from "@/features/setup/components/setup-list";
import { loadSetup } from "@/features/setup/loaders";
import { TryOnYourself } from "@/features/templates/components/try-on-yourself";
import { parseListPlace } from "@/lib/backend/list-page";
import { isNameKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { firstValue } from "@/lib/http/search-params";
import { classNames } from "@/lib/style/class-names";

export const metadata: Metadata = { title: strings.title };

function NewRequest({ slug, isPrimary = false }: { slug: string; isPrimary?: boolean }) {
  return (
    <ButtonLink
      href={`/o/${slug}/requests/new`}
      variant={isPrimary ? "primary" : "secondary"}
      title={list.new}
      className={isPrimary ? "" : ICON_ON_PHONE}
    >
      <Plus aria-hidden className="size-4" />
      <span className={isPrimary ? undefined : "max-sm:sr-only"}>{list.new}</span>
      <kbd aria-hidden className="hidden md:pointer-fine:inline-block">
        N
      </kbd>
    </ButtonLink>
  );
}

export default guarded(async function InboxPage({ params, searchParams }: PageProps<"/o/[org]">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const readAt = Date.now();
  const [org, budget] = await Promise.all([loadOrg(slug), loadEmailBudget(slug)]);
  if (firstValue(search.show) === "bounced") {
    const place = parseListPlace(search, isNameKey);
    const { page, counts } = await loadBounced(slug, place);
    return (
      <>
        <SheetHeader
          title={strings.title}
          actions={<NewRequest slug={slug} isPrimary={page.rows.length === 0} />}
        />
        {hasInboxTabs(counts) ? <InboxTabs slug={slug} current="bounced" counts={counts} /> : null}
        <BouncedTab slug={slug} page={page} place={place} />
      </>
    );
  }
  const place = parseListPlace(search, isInboxKey);
  const isFiltered = firstValue(search.assignee) === "me";
  const [{ page, side, counts }, setup] = await Promise.all([
    loadInbox(slug, { isMine: isFiltered, place }),
    loadSetup(slug),
  ]);
  const pathname = `/o/${slug}`;
  const query = isFiltered ? { assignee: "me" } : {};
  const now = new Date(readAt);
  const today = dateInZone(now, org.timeZone);
  const [first] = page.rows;
  const hasTabs = hasInboxTabs(counts);
  // An inbox without tabs has no filter, so ignore the URL parameter, as the loading state does.
  const isMine = isFiltered && hasTabs;
  const hasSide = counts.overdue + counts.bounced + counts.dueThisWeek + counts.drafts > 0;
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
      {hasTabs ? (
        <InboxTabs slug={slug} current={isMine ? "mine" : "review"} counts={counts} />
      ) : null}
      <div className="[&>*:not(:empty)]:mt-4">
        <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
        <BudgetBanner budget={budget} />
      </div>
      <div
        data-fills-sheet
        className={classNames(
          "bleed side:-mb-10",
          hasSide && "side:grid side:grow side:grid-cols-[minmax(0,1fr)_20.5rem]",
        )}
      >
        <div className="min-w-0">
          {setup ? (
            <SetupList
              org={org}
              setup={setup}
              trial={<TryOnYourself org={org} hasIcon={false} />}
            />
          ) : null}
          {first ? (
            <InboxGroups org={org} groups={page.rows} clock={{ now: now.toISOString(), today }} />
          ) : (
            <div className="px-(--gutter)">
              {place ? (
                <p className="py-8 text-ink-muted">{strings.pageEmpty}</p>
              ) : (
                <EmptyState
                  title={isMine ? strings.emptyMineTitle : strings.emptyTitle}
                  action={isMine || (setup && !setup.trial) ? null : <TryOnYourself org={org} />}
                >
                  {isMine ? strings.emptyMine : strings.empty}
                </EmptyState>
              )}
            </div>
          )}
          <div className="px-(--gutter)">
            <Pager extent={page.extent} {...pageHrefs(page, { pathname, query, place })} />
          </div>
        </div>
        {hasSide ? (
          <InboxSideColumn org={org} side={side} counts={counts} now={now} today={today} />
        ) : null}
      </div>
    </>
  );
});
