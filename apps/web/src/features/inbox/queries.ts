import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { WaitingPage } from "@/features/inbox/types";
import type { Db } from "@/lib/backend/db";
import type { PageKey } from "@/lib/backend/page-key";

const PAGE_SIZE = 50;

const WAITING = `id, title, submitted_at, request:requests(id, title, client:clients(name))`;

// `!inner` lets the planner start with the requests, because one member may have few of them.
const WAITING_OF_ONE = `id, title, submitted_at, request:requests!inner(id, title, client:clients(name))`;

type Whose = {
  orgId: string;
  assigneeId?: string | undefined;
};

/** Returns one page of the waiting items, longest waiting first, and the key of the next page. */
export async function listWaitingItems(
  db: Db,
  { orgId, assigneeId, after }: Whose & { after?: PageKey | undefined },
): Promise<WaitingPage> {
  let select = db
    .from("items")
    .select(assigneeId ? WAITING_OF_ONE : WAITING)
    .eq("org_id", orgId)
    .eq("status", "submitted")
    .not("submitted_at", "is", null)
    .order("submitted_at")
    .order("id")
    .limit(PAGE_SIZE + 1);
  if (assigneeId) select = select.eq("request.assignee_id", assigneeId);
  if (after) {
    select = select
      .gte("submitted_at", after.key)
      .or(`submitted_at.gt.${after.key},id.gt.${after.id}`);
  }
  const rows = unwrap(await select);
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined;
  return {
    items: rows.slice(0, PAGE_SIZE).map((row) => ({
      itemId: row.id,
      itemTitle: row.title,
      requestId: row.request.id,
      requestTitle: row.request.title,
      clientName: row.request.client.name,
      submittedAt: row.submitted_at,
    })),
    next: last ? { key: last.submitted_at ?? "", id: last.id } : null,
  };
}

export async function countWaitingItems(db: Db, { orgId, assigneeId }: Whose): Promise<number> {
  let select = db
    .from("items")
    .select(assigneeId ? "id, request:requests!inner(id)" : "id", { count: "exact", head: true })
    .eq("org_id", orgId)
    .eq("status", "submitted")
    .not("submitted_at", "is", null);
  if (assigneeId) select = select.eq("request.assignee_id", assigneeId);
  const result = await select;
  unwrap(result);
  return result.count ?? 0;
}

export async function countOpenRequests(db: Db, orgId: string): Promise<number> {
  const result = await db
    .from("requests")
    .select("id", { count: "exact", head: true })
    .eq("org_id", orgId)
    .eq("status", "open");
  unwrap(result);
  return result.count ?? 0;
}
