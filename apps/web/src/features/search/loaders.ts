import "server-only";
import { loadOrg } from "@/features/orgs/loaders";
import { canRemind } from "@/features/requests/permissions";
import { getReminderPlan, getRequest } from "@/features/requests/queries";
import { hasAcceptedAnswer } from "@/features/review/queries";
import { listRecords, searchOrg } from "@/features/search/queries";
import type { Matches, MenuStart, PageClient, PageRequest } from "@/features/search/types";
import { getBackend } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";
import { ownAddress } from "@/lib/http/own-address.server";
import type { RecordKey } from "@/lib/recent/recent-records";

export async function loadMatches(slug: string, query: string): Promise<Matches> {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  return searchOrg(db, { orgId: org.id, query });
}

async function readPageRequest(
  db: Db,
  args: { orgId: string; requestId: string },
): Promise<PageRequest | null> {
  const request = await getRequest(db, args);
  if (!request) return null;
  const plan = request.status === "open" ? await getReminderPlan(db, args) : null;
  return {
    id: request.id,
    title: request.title,
    clientName: request.client.name,
    link: await ownAddress(`/r/${request.publicId}`),
    status: request.status,
    canRemind: plan !== null && canRemind(request, plan),
    canExport: request.status === "open" || (await hasAcceptedAnswer(db, args)),
  };
}

async function readPageClient(
  db: Db,
  { orgId, clientId }: { orgId: string; clientId: string },
): Promise<PageClient | null> {
  const [found] = await listRecords(db, { orgId, keys: [{ kind: "client", id: clientId }] });
  if (found?.kind !== "client" || found.isArchived) return null;
  return { id: found.id, name: found.name };
}

export async function loadMenuStart(
  slug: string,
  {
    recent,
    requestId,
    clientId,
  }: { recent: readonly RecordKey[]; requestId: string | null; clientId: string | null },
): Promise<MenuStart> {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  const [records, request, client] = await Promise.all([
    listRecords(db, { orgId: org.id, keys: recent }),
    requestId ? readPageRequest(db, { orgId: org.id, requestId }) : null,
    clientId ? readPageClient(db, { orgId: org.id, clientId }) : null,
  ]);
  return { recent: records, request, client };
}
