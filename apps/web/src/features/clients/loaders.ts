import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import {
  getClient,
  listClientChoices,
  listClients,
  listNamesToChange,
  PAGE_SIZE,
} from "@/features/clients/queries";
import type { Client, ClientRow, NameToChange } from "@/features/clients/types";
import { loadOrg } from "@/features/orgs/loaders";
import { getBackend } from "@/lib/backend/backend.server";
import type { PageKey } from "@/lib/backend/page-key";
import { isUuid } from "@/lib/uuid";

export async function loadClients(
  slug: string,
  filters: {
    query?: string | undefined;
    isArchived?: boolean | undefined;
    after?: PageKey | undefined;
  },
): Promise<{ clients: ClientRow[]; next: PageKey | null; names: NameToChange[] }> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  const [rows, names] = await Promise.all([
    listClients(backend.db, { orgId: org.id, ...filters }),
    listNamesToChange(backend.db, org.id),
  ]);
  const clients = rows.slice(0, PAGE_SIZE);
  const last = clients.at(-1);
  return {
    clients,
    names,
    next: rows.length > PAGE_SIZE && last ? { key: last.name, id: last.id } : null,
  };
}

/** Shows the not-found page if the caller cannot see the client. */
export const loadClient = cache(async (slug: string, clientId: string): Promise<Client> => {
  const org = await loadOrg(slug);
  if (!isUuid(clientId)) notFound();
  const backend = await getBackend();
  return (await getClient(backend.db, { orgId: org.id, clientId })) ?? notFound();
});

export async function loadClientChoices(slug: string): Promise<{ id: string; name: string }[]> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listClientChoices(backend.db, org.id);
}
