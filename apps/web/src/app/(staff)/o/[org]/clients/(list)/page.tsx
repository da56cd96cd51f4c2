import { Building2, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { SearchForm } from "@/components/forms/search-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ClientList } from "@/features/clients/components/client-list";
import { loadClients } from "@/features/clients/loaders";
import { strings } from "@/features/clients/strings";
import { firstValue } from "@/lib/search-params";

export const metadata: Metadata = { title: strings.title };

export default async function ClientsPage({ params, searchParams }: PageProps<"/o/[org]/clients">) {
  const { org } = await params;
  const search = await searchParams;
  const query = firstValue(search.q);
  const { clients, next } = await loadClients(org, {
    query,
    afterName: firstValue(search.after),
    afterId: firstValue(search.id),
  });
  const isEmpty = clients.length === 0 && !query;
  return (
    <>
      <PageHeader
        title={strings.title}
        lead={strings.lead}
        actions={
          <ButtonLink href={`/o/${org}/clients/new`}>
            <Plus aria-hidden className="size-4" />
            {strings.add}
          </ButtonLink>
        }
      />
      {isEmpty ? (
        <EmptyState
          icon={Building2}
          title={strings.noneTitle}
          action={<ButtonLink href={`/o/${org}/clients/new`}>{strings.add}</ButtonLink>}
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
            <p className="py-8 text-ink-muted">{strings.noMatch(query ?? "")}</p>
          )}
          {next ? (
            <p className="mt-4">
              <Link
                className="link inline-flex min-h-11 items-center"
                href={{
                  pathname: `/o/${org}/clients`,
                  query: { ...(query ? { q: query } : {}), after: next.name, id: next.id },
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
