import { Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { SearchForm } from "@/components/forms/search-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestList } from "@/features/requests/components/request-list";
import { loadActiveMembers, loadRequests, type RequestFilters } from "@/features/requests/loaders";
import { list, page, requestStatus } from "@/features/requests/strings";
import { StarterLinks } from "@/features/templates/components/starter-links";
import { parsePageKey } from "@/lib/backend/page-key";
import { firstValue } from "@/lib/http/search-params";
import { isUuid } from "@/lib/uuid";

export const metadata: Metadata = { title: list.title };

const STATUSES = [
  ["open", requestStatus.open],
  ["overdue", list.overdue],
  ["draft", requestStatus.draft],
  ["complete", requestStatus.complete],
  ["cancelled", requestStatus.cancelled],
  ["archived", requestStatus.archived],
] as const;

/** On a phone, each label is above its filter, and two filters share a row. */
const FILTER =
  "flex items-center gap-2 text-sm font-medium max-sm:grow max-sm:basis-32 max-sm:flex-col max-sm:items-stretch max-sm:gap-1";

function parseStatus(value: string | undefined): RequestFilters["status"] {
  return STATUSES.find(([status]) => status === value)?.[0];
}

export default guarded(async function RequestsPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/requests">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const query = firstValue(search.q);
  const status = parseStatus(firstValue(search.status));
  const assignee = firstValue(search.assignee);
  const after = parsePageKey(search);
  const readAt = Date.now();
  const [org, members, { requests, order, next }] = await Promise.all([
    loadOrg(slug),
    loadActiveMembers(slug),
    loadRequests(slug, {
      query,
      status,
      assigneeId: isUuid(assignee) ? assignee : undefined,
      after,
    }),
  ]);
  const base = `/o/${slug}/requests` as const;
  const isEmpty = requests.length === 0 && !query && !status && !assignee && !after;
  const filters = {
    ...(query ? { q: query } : {}),
    ...(status ? { status } : {}),
    ...(assignee ? { assignee } : {}),
  };
  const newRequest = (
    <ButtonLink href={`${base}/new`}>
      <Plus aria-hidden className="size-4" />
      {list.new}
    </ButtonLink>
  );
  return (
    <>
      <SheetHeader title={list.title} actions={isEmpty ? undefined : newRequest} />
      <LiveNotice topic={`org:${org.id}`} readAt={readAt} />
      {isEmpty ? (
        <EmptyState title={list.emptyTitle} action={newRequest}>
          {list.empty}
          <StarterLinks slug={slug} />
        </EmptyState>
      ) : (
        <>
          <SearchForm
            label={list.search}
            button={list.searchButton}
            query={query}
            isFiltered={Boolean(status || assignee)}
            clear={{ href: base as Route, label: list.clearSearch }}
          >
            <label className={FILTER}>
              {list.filter}
              <select name="status" defaultValue={status ?? ""} className="control sm:w-auto">
                <option value="">{list.all}</option>
                {STATUSES.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <label className={FILTER}>
              {page.assignee}
              <select name="assignee" defaultValue={assignee ?? ""} className="control sm:w-auto">
                <option value="">{list.anyone}</option>
                {members.map(({ userId, name }) => (
                  <option key={userId} value={userId}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </SearchForm>
          {requests.length > 0 ? (
            <>
              <p className="mb-2 text-sm text-ink-muted">{list.order[order]}</p>
              <RequestList org={org} requests={requests} />
            </>
          ) : (
            <p className="py-8 text-ink-muted">{after ? list.noMore : list.noMatch}</p>
          )}
          <PageLinks
            first={after && { href: { pathname: base, query: filters }, label: list.toFirst }}
            next={
              next && {
                href: { pathname: base, query: { ...filters, after: next.key, id: next.id } },
                label: list.showMore,
              }
            }
          />
        </>
      )}
    </>
  );
});
