import { FileUp, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { SearchForm } from "@/components/forms/search-form";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ClientList } from "@/features/clients/components/client-list";
import { NamesToChange } from "@/features/clients/components/names-to-change";
import { loadClients } from "@/features/clients/loaders";
import { formatHeadings, formatRanges } from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import { parseNameKey } from "@/lib/backend/page-key";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/clients">;

const titleOf = (isArchived: boolean) => (isArchived ? strings.archivedTitle : strings.title);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: titleOf(firstValue((await searchParams).archived) !== undefined) };
}

export default guarded(async function ClientsPage({ params, searchParams }: Props) {
  const { org } = await params;
  const search = await searchParams;
  const query = firstValue(search.q);
  const isArchived = firstValue(search.archived) !== undefined;
  const imported = firstValue(search.imported);
  const ignored = formatHeadings(firstValue(search.ignored));
  const skipped = Number(firstValue(search.skipped)) || 0;
  const after = parseNameKey(search);
  const { clients, next, names } = await loadClients(org, { query, isArchived, after });
  const isEmpty = clients.length === 0 && !query && !isArchived && !after;
  const pathname = `/o/${org}/clients`;
  const words = query ? { q: query } : {};
  const within = isArchived ? { archived: "1" } : {};
  const noMatch = isArchived ? strings.noArchivedMatch : strings.noMatch;
  return (
    <>
      <SheetHeader
        title={titleOf(isArchived)}
        lead={isArchived ? strings.archivedLead : strings.lead}
        actions={
          <>
            <ButtonLink href={`/o/${org}/clients/import`} variant="secondary">
              <FileUp aria-hidden className="size-4" />
              {strings.import.title}
            </ButtonLink>
            <ButtonLink href={`/o/${org}/clients/new`}>
              <Plus aria-hidden className="size-4" />
              {strings.add}
            </ButtonLink>
          </>
        }
      />
      {imported ? (
        <div className="mb-4">
          <Banner tone="success" live>
            <p>
              {strings.imported(Number(imported) || 0, Number(firstValue(search.contacts)) || 0)}
            </p>
            {skipped > 0 ? (
              <p>{strings.skipped(skipped, formatRanges(firstValue(search.rows)))}</p>
            ) : null}
            {ignored ? <p>{strings.ignored(ignored)}</p> : null}
          </Banner>
        </div>
      ) : null}
      <NamesToChange slug={org} names={names} />
      {isEmpty ? (
        <EmptyState
          title={strings.noneTitle}
          action={
            <>
              <ButtonLink href={`/o/${org}/clients/new`}>{strings.add}</ButtonLink>
              <ButtonLink href={`/o/${org}/clients/import`} variant="secondary">
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
            label={isArchived ? strings.searchArchived : strings.search}
            button={strings.searchButton}
            query={query}
            within={within}
            clear={{ href: { pathname, query: within }, label: strings.clearSearch }}
          />
          {clients.length > 0 ? (
            <ClientList slug={org} clients={clients} />
          ) : (
            <p className="py-8 text-ink-muted">
              {after ? strings.noMore : query ? noMatch(query) : strings.noneArchived}
            </p>
          )}
          <PageLinks
            first={
              after && {
                href: { pathname, query: { ...words, ...within } },
                label: strings.toFirst,
              }
            }
            next={
              next && {
                href: { pathname, query: { ...words, ...within, after: next.key, id: next.id } },
                label: strings.showMore,
              }
            }
          />
          <p className="mt-4">
            <Link
              className="link inline-flex min-h-11 items-center text-sm"
              href={{ pathname, query: { ...words, ...(isArchived ? {} : { archived: "1" }) } }}
            >
              {isArchived ? strings.activeShow : strings.archivedShow}
            </Link>
          </p>
        </>
      )}
    </>
  );
});
