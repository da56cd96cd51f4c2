import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import {
  getClient,
  listClientChoices,
  listClients,
  listNamesToChange,
} from "@/features/clients/queries";
import type {
  Client,
  ClientChoice,
  ClientChoices,
  ClientRow,
  ClientStatus,
  NameToChange,
} from "@/features/clients/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";
import type { ListPage, ListPlace } from "@/lib/backend/list-page";
import { isUuid } from "@/lib/ids/uuid";

export async function loadClients(
  slug: string,
  filters: {
    query?: string | undefined;
    status: ClientStatus;
    place?: ListPlace | undefined;
  },
): Promise<{ page: ListPage<ClientRow>; names: NameToChange[] }> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  const [page, names] = await Promise.all([
    listClients(backend.db, { orgId: org.id, ...filters }),
    listNamesToChange(backend.db, org.id),
  ]);
  return { page, names };
}

export const loadClient = cache(async (slug: string, clientId: string): Promise<Client> => {
  const org = await loadOrg(slug);
  if (!isUuid(clientId)) notFound();
  const backend = await getBackend();
  return (await getClient(backend.db, { orgId: org.id, clientId })) ?? notFound();
});

export async function loadClientChoices(slug: string, query?: string): Promise<ClientChoices> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listClientChoices(backend.db, { orgId: org.id, query });
}

export async function loadClientChoice(
  slug: string,
  clientId: string,
): Promise<ClientChoice | null> {
  const org = await loadOrg(slug);
  if (!isUuid(clientId)) return null;
  const backend = await getBackend();
  const client = await getClient(backend.db, { orgId: org.id, clientId });
  if (!client || client.archivedAt) return null;
  const { id, name, ref, contacts } = client;
  return { id, name, ref, contact: contacts[0] ?? null };
}
