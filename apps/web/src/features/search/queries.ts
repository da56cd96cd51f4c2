import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { RequestStatus } from "@/features/requests/types";
import { GROUP_ROWS } from "@/features/search/menu/commands";
import type { FoundClient, FoundRecord, FoundRequest, Matches } from "@/features/search/types";
import type { Db } from "@/lib/backend/db";
import type { RecordKey } from "@/lib/recent/recent-records";

export async function searchOrg(
  db: Db,
  { orgId, query }: { orgId: string; query: string },
): Promise<Matches> {
  const rows = unwrap(await db.rpc("search_org", { org_id: orgId, query, max_rows: GROUP_ROWS }));
  const clients = rows.filter(({ kind }) => kind === "client");
  const requests = rows.filter(({ kind }) => kind === "request");
  return {
    clients: clients.map(
      (row): FoundClient => ({
        kind: "client",
        id: row.id,
        name: row.title,
        ref: row.ref,
        contactName: row.contact_name,
        contactEmail: row.contact_email,
        isArchived: row.status === "archived",
      }),
    ),
    clientTotal: clients[0]?.total ?? 0,
    requests: requests.map(
      (row): FoundRequest => ({
        kind: "request",
        id: row.id,
        title: row.title,
        clientId: row.client_id,
        clientName: row.client_name,
        status: row.status as RequestStatus,
      }),
    ),
    requestTotal: requests[0]?.total ?? 0,
  };
}

export async function listRecords(
  db: Db,
  { orgId, keys }: { orgId: string; keys: readonly RecordKey[] },
): Promise<FoundRecord[]> {
  const idsOf = (kind: RecordKey["kind"]) =>
    keys.filter((key) => key.kind === kind).map(({ id }) => id);
  const clientIds = idsOf("client");
  const requestIds = idsOf("request");
  const [clients, requests] = await Promise.all([
    clientIds.length === 0
      ? []
      : db
          .from("clients")
          .select("id, name, ref, archived_at")
          .eq("org_id", orgId)
          .in("id", clientIds)
          .then(unwrap),
    requestIds.length === 0
      ? []
      : db
          .from("requests")
          .select("id, title, status, client:clients(id, name)")
          .eq("org_id", orgId)
          .in("id", requestIds)
          .then(unwrap),
  ]);
  const records = new Map<string, FoundRecord>([
    ...clients.map((row): [string, FoundRecord] => [
      row.id,
      {
        kind: "client",
        id: row.id,
        name: row.name,
        ref: row.ref,
        contactName: null,
        contactEmail: null,
        isArchived: row.archived_at !== null,
      },
    ]),
    ...requests.map((row): [string, FoundRecord] => [
      row.id,
      {
        kind: "request",
        id: row.id,
        title: row.title,
        clientId: row.client.id,
        clientName: row.client.name,
        status: row.status as RequestStatus,
      },
    ]),
  ]);
  return keys.flatMap(({ id }) => records.get(id) ?? []);
}
