import { Plus, Upload } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { FilterChips } from "@/components/forms/filter-chips";
import { SearchForm } from "@/components/forms/search-form";
import { Banner } from "@/components/ui/banner";
import { ButtonLink, ICON_ON_PHONE } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NoMatch } from "@/components/ui/no-match";
import { Pager, pageHrefs } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ClientTable } from "@/features/clients/components/client-table";
import { NamesToChange } from "@/features/clients/components/names-to-change";
import { formatHeadings, formatRanges } from "@/features/clients/import/result-params";
import { loadClients } from "@/features/clients/loaders";
import { strings } from "@/features/clients/strings";
import type { ClientStatus } from "@/features/clients/types";
import { loadOrg } from "@/features/orgs/loaders";
import { parseListPlace } from "@/lib/backend/list-page";
import { isNameKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { firstValue, searchText } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/clients">;

const STATUSES = ["active", "archived", "all"] as const;

const statusOf = (value: string | undefined): ClientStatus =>
  STATUSES.find((status) => status === value) ?? "active";

const titleOf = (status: ClientStatus) =>
  status === "archived" ? strings.archivedTitle : strings.title;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: titleOf(statusOf(firstValue((await searchParams).status))) };
}

function Imported({ search }: { search: Awaited<Props["searchParams"]> }) {
  const imported = firstValue(search.imported);
  if (!imported) return null;
  const ignored = formatHeadings(firstValue(search.ignored));
  const skipped = Number(firstValue(search.skipped)) || 0;
  const [clients, contacts] = [Number(imported) || 0, Number(firstValue(search.contacts)) || 0];
  if (clients + contacts === 0) {
    return (
      <div className="mb-5">
        <Banner tone="info" live>
          <p>{strings.nothingNew(skipped)}</p>
          {ignored ? <p>{strings.ignored(ignored)}</p> : null}
        </Banner>
      </div>
    );
  }
  return (
    <div className="mb-5">
      <Banner tone="success" live>
        <p>{strings.imported(clients, contacts)}</p>
        {skipped > 0 ? (
          <p>{strings.skipped(skipped, formatRanges(firstValue(search.rows)))}</p>
        ) : null}
        {ignored ? <p>{strings.ignored(ignored)}</p> : null}
      </Banner>
    </div>
  );
}

export default guarded(async function ClientsPage({ params, searchParams }: Props) {
  const { org: slug } = await params;
  const search = await searchParams;
  const query = searchText(search.q);
  const status = statusOf(firstValue(search.status));
  const place = parseListPlace(search, isNameKey);
  const [org, { page, names }] = await Promise.all([
    loadOrg(slug),
    loadClients(slug, { query, status, place }),
  ]);
  const pathname = `/o/${slug}/clients`;
  const isPastEnd = page.rows.length === 0 && place !== undefined;
  const isBlank = page.rows.length === 0 && !query && status === "active" && !place;
  const isEmpty = isBlank && (await loadClients(slug, { status: "all" })).page.extent.total === 0;
  const now = new Date();
  const words = query ? { q: query } : {};
  const within = status === "active" ? {} : { status };
  const statusHref = (value: ClientStatus) => ({
    pathname,
    query: { ...words, ...(value === "active" ? {} : { status: value }) },
  });
  const noMatch = status === "archived" ? strings.noArchivedMatch : strings.noMatch;
  const clear = { href: { pathname, query: within }, label: strings.clearSearch };
  return (
    <>
      <SheetHeader
        title={titleOf(status)}
        total={isEmpty || isPastEnd ? undefined : page.extent.total}
        actions={
          isEmpty ? undefined : (
            <>
              <ButtonLink
                href={`/o/${slug}/clients/import`}
                variant="secondary"
                title={strings.import.title}
                // On phones, the title “Archived clients” leaves no room for this button.
                className={status === "archived" ? "max-sm:hidden" : ICON_ON_PHONE}
              >
                <Upload aria-hidden className="size-4" />
                <span className="max-sm:sr-only">{strings.import.title}</span>
              </ButtonLink>
              <ButtonLink href={`/o/${slug}/clients/new`}>
                <Plus aria-hidden className="size-4" />
                {strings.add}
              </ButtonLink>
            </>
          )
        }
      />
      <Imported search={search} />
      <NamesToChange slug={slug} names={names} />
      {isEmpty ? (
        <EmptyState
          title={strings.noneTitle}
          action={
            <>
              <ButtonLink href={`/o/${slug}/clients/new`}>{strings.add}</ButtonLink>
              <ButtonLink href={`/o/${slug}/clients/import`} variant="secondary">
                {strings.import.title}
              </ButtonLink>
            </>
          }
        >
          {strings.none}
        </EmptyState>
      ) : (
        <>
          <SearchForm
            action={pathname}
            label={status === "archived" ? strings.searchArchived : strings.search}
            placeholder={strings.searchIn}
            button={strings.searchButton}
            query={query}
            matches={page.extent.total}
            within={within}
            clear={page.rows.length > 0 ? clear : undefined}
          >
            <FilterChips
              addLabel={strings.filters.add}
              removeLabel={strings.filters.remove}
              filters={[
                {
                  name: strings.filters.status,
                  options: STATUSES.map((value) => ({
                    label: strings.filters[value],
                    href: statusHref(value),
                    isCurrent: value === status,
                  })),
                  set:
                    status === "all"
                      ? null
                      : { label: strings.filters[status], clear: statusHref("all") },
                },
              ]}
            />
          </SearchForm>
          {page.rows.length > 0 ? (
            <ClientTable
              org={org}
              clients={page.rows}
              now={now.toISOString()}
              today={dateInZone(now, org.timeZone)}
            />
          ) : query && !isPastEnd ? (
            <NoMatch title={noMatch(query)} clear={clear} />
          ) : isPastEnd ? (
            <p className="py-8 text-ink-muted">{strings.noMore}</p>
          ) : (
            <NoMatch
              title={strings.noneHere(status === "archived")}
              clear={{ href: statusHref("all"), label: strings.clearFilters }}
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
