import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getClient, listClientChoices, listClients, PAGE_SIZE } from "@/features/clients/queries";
import type { Client, ClientRow } from "@/features/clients/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend.server";
import { isUuid } from "@/lib/uuid";

/** One page of clients and where the next one starts. */
export async function loadClients(
  slug: string,
  filters: {
    query?: string | undefined;
    isArchived?: boolean | undefined;
    afterName?: string | undefined;
    afterId?: string | undefined;
  },
): Promise<{ clients: ClientRow[]; next: { name: string; id: string } | null }> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  const after =
    filters.afterName !== undefined && isUuid(filters.afterId)
      ? { name: filters.afterName, id: filters.afterId }
      : undefined;
  const rows = await listClients(backend.db, {
    orgId: org.id,
    query: filters.query,
    isArchived: filters.isArchived,
    after,
  });
  const clients = rows.slice(0, PAGE_SIZE);
  const last = clients.at(-1);
  return {
    clients,
    next: rows.length > PAGE_SIZE && last ? { name: last.name, id: last.id } : null,
  };
}

/** The client of a page; the not-found page when there is none for the caller. */
export const loadClient = cache(async (slug: string, clientId: string): Promise<Client> => {
  const org = await loadOrg(slug);
  if (!isUuid(clientId)) notFound();
  const backend = await getBackend();
  return (await getClient(backend.db, { orgId: org.id, clientId })) ?? notFound();
});

/** The clients that a new request may go to. */
export async function loadClientChoices(slug: string): Promise<{ id: string; name: string }[]> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listClientChoices(backend.db, org.id);
}
