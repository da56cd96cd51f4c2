import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { FilterChips } from "@/components/forms/filter-chips";
import { SearchForm } from "@/components/forms/search-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NoMatch } from "@/components/ui/no-match";
import { Pager, pageHrefs } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestTable } from "@/features/requests/components/request-table";
import { loadActiveMembers, loadRequests } from "@/features/requests/loaders";
import { isByDue, keyTestOf } from "@/features/requests/schema";
import { groupByDay, viewOf } from "@/features/requests/selectors";
import { list, requestStatus, page as texts } from "@/features/requests/strings";
import type { RequestFilter } from "@/features/requests/types";
import { StarterLink } from "@/features/templates/components/starter-link";
import { requireSession } from "@/lib/backend/backend.server";
import { parseListPlace } from "@/lib/backend/list-page";
import { dateInZone } from "@/lib/format/format";
import { firstValue, searchText } from "@/lib/http/search-params";
import { isUuid } from "@/lib/ids/uuid";

type Props = PageProps<"/o/[org]/requests">;

const STATUSES: readonly (readonly [RequestFilter, string])[] = [
  ["open", requestStatus.open],
  ["draft", requestStatus.draft],
  ["complete", requestStatus.complete],
  ["cancelled", requestStatus.cancelled],
  ["archived", requestStatus.archived],
];

const DUE: readonly (readonly [RequestFilter, string])[] = [
  ["overdue", list.overdue],
  ["due_this_week", list.thisWeek],
];

const DEFAULT = "open";
const ALL = "all";
const ME = "me";

/**
 * Loads the overdue requests, which only the first page of “Due this week” shows. A page that was
 * opened with the link to the previous page may be the first page too.
 */
async function loadOverdue(
  slug: string,
  { place, ...filters }: Parameters<typeof loadRequests>[1],
): Promise<Awaited<ReturnType<typeof loadRequests>> | null> {
  if (filters.status !== "due_this_week" || (place && !place.isBackward)) return null;
  const page = await loadRequests(slug, { ...filters, status: "overdue" });
  return page.rows.length > 0 ? page : null;
}

const selectedView = (search: Awaited<Props["searchParams"]>) =>
  viewOf({ status: firstValue(search.status), assignee: firstValue(search.assignee) });

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const view = selectedView(await searchParams);
  return { title: view ? list.views[view].title : list.title };
}

export default guarded(async function RequestsPage({ params, searchParams }: Props) {
  const { org: slug } = await params;
  const search = await searchParams;
  const query = searchText(search.q);
  const chosen = firstValue(search.status) ?? DEFAULT;
  const status = [...STATUSES, ...DUE].find(([value]) => value === chosen)?.[0];
  const due = DUE.find(([value]) => value === status);
  const view = selectedView(search);
  const assignee = firstValue(search.assignee);
  const place = parseListPlace(search, keyTestOf(status));
  const readAt = Date.now();
  const { claims } = await requireSession();
  const assigneeId =
    assignee === ME ? claims.sub : isUuid(assignee) ? (assignee as string) : undefined;
  const filters = { query, status, assigneeId, place };
  const [org, members, page, overdue] = await Promise.all([
    loadOrg(slug),
    loadActiveMembers(slug),
    loadRequests(slug, filters),
    loadOverdue(slug, filters),
  ]);
  const pathname = `/o/${slug}/requests`;
  const isDefault = chosen === DEFAULT && assigneeId === undefined;
  const isFiltered = query !== undefined || !isDefault;
  const isPastEnd = page.rows.length === 0 && place !== undefined;
  const isBlank = page.rows.length === 0 && !isFiltered && !place;
  const isEmpty = isBlank && (await loadRequests(slug, {})).extent.total === 0;
  const within = {
    ...(chosen === DEFAULT ? {} : { status: status ?? ALL }),
    ...(assigneeId && assignee ? { assignee } : {}),
  };
  const words = query ? { q: query } : {};
  const hrefWith = (changed: { status?: string; assignee?: string }) => {
    const { status: newStatus, ...rest } = { ...within, ...changed };
    return {
      pathname,
      query: {
        ...words,
        ...(newStatus && newStatus !== DEFAULT ? { status: newStatus } : {}),
        ...(rest.assignee ? { assignee: rest.assignee } : {}),
      },
    };
  };
  const nameOf = (userId: string) =>
    userId === claims.sub
      ? list.me
      : (members.find((member) => member.userId === userId)?.name ?? "");
  const now = new Date(readAt);
  const today = dateInZone(now, org.timeZone);
  const late = overdue &&
    page.extent.skipped === 0 && {
      title: list.overdue,
      count: overdue.extent.total,
      requests: overdue.rows,
      more: overdue.next && { href: hrefWith({ status: "overdue" }), label: list.allOverdue },
    };
  const isOnlyLate = late && page.rows.length === 0;
  // If the list has several pages, the first and last day of a page may be incomplete, so show no
  // counts.
  const isWhole = page.extent.rows === page.extent.total;
  const days = groupByDay(page.rows, today).map((day) =>
    isWhole ? { ...day, count: day.requests.length } : day,
  );
  const groups =
    status === "due_this_week" ? [...(late ? [late] : []), ...days] : [{ requests: page.rows }];
  const newRequest = (
    <ButtonLink href={`/o/${slug}/requests/new`}>
      <Plus aria-hidden className="size-4" />
      {list.new}
      <kbd aria-hidden className="hidden md:pointer-fine:inline-block">
        N
      </kbd>
    </ButtonLink>
  );
  const clear = { href: { pathname, query: within }, label: list.clearSearch };
  return (
    <>
      <SheetHeader
        title={view ? list.views[view].title : list.title}
        total={isEmpty || isPastEnd || isOnlyLate ? undefined : page.extent.total}
        actions={isEmpty ? undefined : newRequest}
      />
      {isEmpty ? (
        <EmptyState
          title={list.emptyTitle}
          action={
            <>
              {newRequest}
              <StarterLink slug={slug} />
            </>
          }
        >
          {list.empty}
        </EmptyState>
      ) : (
        <>
          <SearchForm
            action={pathname}
            label={list.search}
            placeholder={list.searchIn}
            button={list.searchButton}
            query={query}
            matches={page.extent.total + (late ? late.count : 0)}
            within={within}
            clear={page.rows.length > 0 || late ? clear : undefined}
          >
            <FilterChips
              addLabel={list.addFilter}
              removeLabel={list.removeFilter}
              filters={[
                {
                  name: list.filter,
                  options: [...STATUSES, [ALL, list.all] as const].map(([value, label]) => ({
                    label,
                    href: hrefWith({ status: value }),
                    isCurrent: value === (status ?? ALL),
                  })),
                  set:
                    status && !due
                      ? {
                          label: STATUSES.find(([value]) => value === status)?.[1] ?? "",
                          clear: hrefWith({ status: ALL }),
                        }
                      : null,
                },
                {
                  name: list.dueFilter,
                  options: DUE.map(([value, label]) => ({
                    label,
                    href: hrefWith({ status: value }),
                    isCurrent: value === status,
                  })),
                  set: due ? { label: due[1], clear: hrefWith({ status: ALL }) } : null,
                },
                {
                  name: texts.assignee,
                  options: members
                    .map(({ userId }) => ({
                      label: nameOf(userId),
                      href: hrefWith({ assignee: userId === claims.sub ? ME : userId }),
                      isCurrent: userId === assigneeId,
                    }))
                    .sort(
                      (one, other) =>
                        Number(other.label === list.me) - Number(one.label === list.me),
                    ),
                  set: assigneeId
                    ? { label: nameOf(assigneeId), clear: hrefWith({ assignee: "" }) }
                    : null,
                },
              ]}
            />
          </SearchForm>
          <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
          {page.rows.length > 0 || late ? (
            <RequestTable
              org={org}
              groups={groups}
              now={now.toISOString()}
              today={today}
              isByDue={isByDue(status)}
            />
          ) : query && !isPastEnd ? (
            <NoMatch
              title={isDefault ? list.noOpenMatch(query) : list.noMatch(query)}
              clear={clear}
              wider={
                isDefault ? { href: hrefWith({ status: ALL }), label: list.searchAll } : undefined
              }
            />
          ) : isPastEnd ? (
            <p className="py-8 text-ink-muted">{list.noMore}</p>
          ) : (
            <NoMatch
              title={view ? list.views[view].none : list.noneHere}
              clear={{
                href: { pathname, query: { status: ALL } },
                label: view ? list.showAll : list.clearFilters,
              }}
            />
          )}
          <Pager
            extent={page.extent}
            {...pageHrefs(page, { pathname, query: { ...words, ...within }, place })}
          />
        </>
      )}
    </>
  );
});
