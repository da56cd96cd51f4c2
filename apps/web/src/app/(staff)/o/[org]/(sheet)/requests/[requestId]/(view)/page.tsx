import { CircleArrowUp } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { PrintParts } from "@/app/_components/print-parts";
import { DraftPage } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/draft-page";
import { RequestActions } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/request-actions";
import { RequestAside } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/request-aside";
import { RequestNotices } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/request-notices";
import { Monogram } from "@/components/ui/monogram";
import { SheetHeader } from "@/components/ui/sheet-header";
import { SideColumns } from "@/components/ui/side-columns";
import { TabLinks } from "@/components/ui/tab-links";
import { FullRecord } from "@/features/activity/components/full-record";
import { loadActivity } from "@/features/activity/loaders";
import { toRecordFilter } from "@/features/activity/schema";
import { namesFor } from "@/features/activity/strings";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { checklistParts, isClosed } from "@/features/items/selectors";
import { loadOrg } from "@/features/orgs/loaders";
import { ProgressLegend } from "@/features/requests/components/progress-legend";
import { RequestFacts } from "@/features/requests/components/request-facts";
import {
  loadAssignees,
  loadReminderPlan,
  loadRequest,
  loadViewer,
} from "@/features/requests/loaders";
import { canRemind } from "@/features/requests/permissions";
import { composer, list, page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { FileList } from "@/features/review/components/file-list";
import { StaffChecklist } from "@/features/review/components/staff-checklist";
import { loadOwnDrafts, loadReadyItemIds, loadSubmissions } from "@/features/review/loaders";
import { canDecide } from "@/features/review/permissions";
import { parseDecision } from "@/features/review/schema";
import { hasAccepted } from "@/features/review/selectors";
import { strings as reviewTexts } from "@/features/review/strings";
import { UndoKeys, UndoToast } from "@/features/undo/hooks";
import { parseEventId } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/requests/[requestId]">;

const titleOf = ({ title, status }: Request) =>
  title || (status === "draft" ? composer.newTitle : UNTITLED_REQUEST);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, requestId } = await params;
  return titleOnceKnown("request", async () => titleOf(await loadRequest(org, requestId)));
}

const TABS = ["checklist", "files", "record"] as const;
type Tab = (typeof TABS)[number];

const toTab = (value: string | undefined): Tab => TABS.find((tab) => tab === value) ?? "checklist";

export default guarded(async function RequestPage({ params, searchParams }: Props) {
  const { org: slug, requestId } = await params;
  const readAt = Date.now();
  const [org, request, viewer, search] = await Promise.all([
    loadOrg(slug),
    loadRequest(slug, requestId),
    loadViewer(),
    searchParams,
  ]);
  if (request.status === "draft") {
    return (
      <>
        <PageTitle>{titleOf(request)}</PageTitle>
        <PrintParts firm={org} client={request.client.name} title={titleOf(request)} />
        <DraftPage org={org} request={request} />
      </>
    );
  }

  const tab = toTab(firstValue(search.tab));
  const [before, after] = [parseEventId(search.before), parseEventId(search.after)];
  const filter = toRecordFilter(firstValue(search.show));
  const [submissions, ownDrafts, readyIds, budget, activity, plan, assignees] = await Promise.all([
    loadSubmissions(slug, requestId),
    loadOwnDrafts(slug, requestId),
    loadReadyItemIds(request),
    loadEmailBudget(slug, requestId),
    loadActivity(slug, requestId, tab === "record" ? { before, after, filter } : {}),
    loadReminderPlan(slug, requestId),
    loadAssignees(slug, requestId),
  ]);
  const { timeZone } = org;
  const now = new Date(readAt).toISOString();
  const today = dateInZone(new Date(readAt), timeZone);
  const items = checklistParts(request.items).flatMap((part) => part.items);
  const ready = items.filter(({ id }) => readyIds.includes(id)).map(({ title }) => title);
  const versions = [...submissions.values()].flat();
  const base = `/o/${slug}/requests/${requestId}`;
  const sentFiles = versions.flatMap((each) => each.files);
  const names = namesFor(request.items, activity.contacts, sentFiles);
  const assignee = assignees.find(({ userId }) => userId === request.assigneeId);
  const decided = request.items.find(({ id }) => id === firstValue(search.decided));
  const version = Number(firstValue(search.version));
  const decision = parseDecision(firstValue(search.as));
  const counts = { checklist: request.items.length, files: sentFiles.length, record: undefined };
  return (
    <>
      <PageTitle>{titleOf(request)}</PageTitle>
      <PrintParts firm={org} client={request.client.name} title={titleOf(request)} />
      <SheetHeader
        title={request.title}
        crumbs={[
          { href: `/o/${slug}/requests` as Route, label: list.title },
          {
            href: `/o/${slug}/clients/${request.client.id}` as Route,
            label: request.client.name,
            isWide: true,
            mark: (
              <Monogram
                id={request.client.id}
                name={request.client.name}
                shape="client"
                size={22}
              />
            ),
          },
        ]}
        owner={
          <Link
            href={`/o/${slug}/clients/${request.client.id}` as Route}
            className="-my-1 inline-flex min-h-8 min-w-0 items-center gap-1.5 hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
          >
            <Monogram id={request.client.id} name={request.client.name} shape="client" size={22} />
            <span dir="auto" className="truncate">
              {request.client.name}
            </span>
          </Link>
        }
        meta={
          <RequestFacts
            request={request}
            plan={plan}
            assignee={assignee}
            today={today}
            timeZone={timeZone}
          />
        }
        actions={
          <RequestActions
            org={org}
            request={request}
            waiting={items.filter((item) => canDecide(item, request)).map(({ id }) => id)}
            canRemind={canRemind(request, plan)}
            canExport={request.status === "open" || hasAccepted(versions)}
            readAt={readAt}
            viewer={viewer}
          />
        }
      />
      <UndoKeys requestId={request.id} />
      <RequestNotices org={org} request={request} budget={budget} search={search} />
      {decided && decision && version ? (
        <UndoToast
          requestId={request.id}
          itemId={decided.id}
          title={decided.title}
          decision={decision}
          version={version}
        />
      ) : null}
      <ProgressLegend request={request} />
      <nav
        aria-label={page.tabs}
        data-print="hide"
        className="bleed mt-3 border-b border-line px-(--gutter)"
      >
        <TabLinks
          links={TABS.map((each) => ({
            href: { pathname: base, query: each === "checklist" ? {} : { tab: each } },
            label: page[each],
            isCurrent: each === tab,
            count:
              counts[each] === undefined
                ? undefined
                : { value: counts[each], name: each === "files" ? page.fileCount : page.items },
          }))}
        />
      </nav>
      {tab === "record" ? (
        <section aria-label={page.record} className="bleed">
          <h2 className="sr-only">{page.record}</h2>
          <FullRecord
            page={activity}
            place={{ pathname: base, filter, isNewest: !before && !after }}
            names={names}
            timeZone={timeZone}
          />
        </section>
      ) : (
        <SideColumns>
          <section aria-labelledby={tab} className="min-w-0">
            <h2 id={tab} className="sr-only">
              {page[tab]}
            </h2>
            {tab === "files" ? (
              <FileList
                base={base}
                request={request}
                submissions={submissions}
                isClosed={isClosed(request)}
                timeZone={timeZone}
                now={now}
              />
            ) : (
              <>
                {ready.length > 0 ? (
                  <p
                    data-print="hide"
                    className="flex min-h-9.75 items-start gap-2 border-b border-line px-(--gutter) py-2.5 text-xs text-ink-muted"
                  >
                    <CircleArrowUp
                      aria-hidden
                      className="mt-0.25 size-4 shrink-0 text-warning-mark"
                    />
                    {reviewTexts.ready(ready)}
                  </p>
                ) : null}
                <StaffChecklist
                  slug={slug}
                  request={request}
                  submissions={submissions}
                  ownDrafts={ownDrafts}
                  timeZone={timeZone}
                  now={now}
                />
              </>
            )}
          </section>
          <RequestAside
            org={org}
            request={request}
            plan={plan}
            assignee={assignee}
            activity={activity}
            names={names}
            submissions={submissions}
            now={now}
          />
        </SideColumns>
      )}
    </>
  );
});
