import { Building2, FileUp, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { SearchForm } from "@/components/forms/search-form";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ClientList } from "@/features/clients/components/client-list";
import { loadClients } from "@/features/clients/loaders";
import { formatHeadings, formatRanges } from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import { firstValue } from "@/lib/search-params";

export const metadata: Metadata = { title: strings.title };

export default async function ClientsPage({ params, searchParams }: PageProps<"/o/[org]/clients">) {
  const { org } = await params;
  const search = await searchParams;
  const query = firstValue(search.q);
  const isArchived = firstValue(search.archived) !== undefined;
  const imported = firstValue(search.imported);
  const ignored = formatHeadings(firstValue(search.ignored));
  const skipped = Number(firstValue(search.skipped)) || 0;
  const { clients, next } = await loadClients(org, {
    query,
    isArchived,
    afterName: firstValue(search.after),
    afterId: firstValue(search.id),
  });
  const isEmpty = clients.length === 0 && !query && !isArchived;
  return (
    <>
      <PageHeader
        title={strings.title}
        lead={strings.lead}
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
      {isEmpty ? (
        <EmptyState
          icon={Building2}
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
            label={strings.search}
            button={strings.searchButton}
            query={query}
            clear={{ href: `/o/${org}/clients` as Route, label: strings.clearSearch }}
          />
          {clients.length > 0 ? (
            <ClientList slug={org} clients={clients} />
          ) : (
            <p className="py-8 text-ink-muted">
              {query ? strings.noMatch(query) : strings.noneArchived}
            </p>
          )}
          <p className="mt-4">
            <Link
              className="link inline-flex min-h-11 items-center text-sm"
              href={`/o/${org}/clients${isArchived ? "" : "?archived=1"}` as Route}
            >
              {isArchived ? strings.activeShow : strings.archivedShow}
            </Link>
          </p>
          {next ? (
            <p className="mt-4">
              <Link
                className="link inline-flex min-h-11 items-center"
                href={{
                  pathname: `/o/${org}/clients`,
                  query: {
                    ...(query ? { q: query } : {}),
                    ...(isArchived ? { archived: "1" } : {}),
                    after: next.name,
                    id: next.id,
                  },
                }}
              >
                {strings.showMore}
              </Link>
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
