import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { FilterChips } from "@/components/forms/filter-chips";
import { SearchForm } from "@/components/forms/search-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestTable } from "@/features/requests/components/request-table";
import { loadActiveMembers, loadRequests } from "@/features/requests/loaders";
import { list, requestStatus, page as texts } from "@/features/requests/strings";
import type { RequestFilter } from "@/features/requests/types";
import { StarterLinks } from "@/features/templates/components/starter-links";
import { requireSession } from "@/lib/backend/backend.server";
import { parseListPlace } from "@/lib/backend/list-page";
import type { PageKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { firstValue } from "@/lib/http/search-params";
import { isUuid } from "@/lib/uuid";

export const metadata: Metadata = { title: list.title };

const STATUSES: readonly (readonly [RequestFilter, string])[] = [
  ["open", requestStatus.open],
  ["overdue", list.overdue],
  ["due_this_week", list.dueThisWeek],
  ["draft", requestStatus.draft],
  ["complete", requestStatus.complete],
  ["cancelled", requestStatus.cancelled],
  ["archived", requestStatus.archived],
];

/** Without a filter, the list shows open requests. */
const DEFAULT = "open";
const ALL = "all";
/** The user's own requests. */
const ME = "me";

export default guarded(async function RequestsPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/requests">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const query = firstValue(search.q)?.trim().slice(0, 80) || undefined;
  const chosen = firstValue(search.status) ?? DEFAULT;
  const status = STATUSES.find(([value]) => value === chosen)?.[0];
  const assignee = firstValue(search.assignee);
  const place = parseListPlace(search);
  const readAt = Date.now();
  const { claims } = await requireSession();
  const assigneeId =
    assignee === ME ? claims.sub : isUuid(assignee) ? (assignee as string) : undefined;
  const [org, members, page] = await Promise.all([
    loadOrg(slug),
    loadActiveMembers(slug),
    loadRequests(slug, { query, status, assigneeId, place }),
  ]);
  const pathname = `/o/${slug}/requests`;
  const isFiltered = query !== undefined || chosen !== DEFAULT || assigneeId !== undefined;
  const isBlank = page.rows.length === 0 && !isFiltered && !place;
  // A firm without open requests may have drafts and closed ones.
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
  const pageHref = (name: "after" | "before", key: PageKey | null) =>
    key && { pathname, query: { ...words, ...within, [name]: key.key, id: key.id } };
  const nameOf = (userId: string) =>
    userId === claims.sub
      ? list.me
      : (members.find((member) => member.userId === userId)?.name ?? "");
  const now = new Date(readAt);
  const newRequest = (
    <ButtonLink href={`/o/${slug}/requests/new`}>
      <Plus aria-hidden className="size-4" />
      {list.new}
      <kbd aria-hidden className="hidden pointer-fine:inline-block">
        N
      </kbd>
    </ButtonLink>
  );
  return (
    <>
      <SheetHeader
        title={list.title}
        total={isEmpty ? undefined : page.extent.total}
        actions={isEmpty ? undefined : newRequest}
      />
      {isEmpty ? (
        <EmptyState title={list.emptyTitle} action={newRequest}>
          {list.empty}
          <StarterLinks slug={slug} />
        </EmptyState>
      ) : (
        <>
          <SearchForm
            label={list.search}
            placeholder={list.searchIn}
            button={list.searchButton}
            query={query}
            within={within}
            clear={{ href: { pathname, query: within }, label: list.clearSearch }}
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
                  set: status
                    ? {
                        label: STATUSES.find(([value]) => value === status)?.[1] ?? "",
                        clear: hrefWith({ status: ALL }),
                      }
                    : null,
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
          {page.rows.length > 0 ? (
            <RequestTable
              org={org}
              requests={page.rows}
              now={now.toISOString()}
              today={dateInZone(now, org.timeZone)}
            />
          ) : (
            <p className="py-8 text-ink-muted">
              {place ? list.noMore : query ? list.noMatch(query) : list.noneHere}
            </p>
          )}
          <Pager
            extent={page.extent}
            previous={pageHref("before", page.previous)}
            next={pageHref("after", page.next)}
          />
        </>
      )}
    </>
  );
});
