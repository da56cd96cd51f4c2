import "server-only";
import { notFound } from "next/navigation";
import { checklistParts } from "@/features/items/selectors";
import type { Item } from "@/features/items/types";
import { loadOrg } from "@/features/orgs/loaders";
import { loadRequest } from "@/features/requests/loaders";
import type { Request } from "@/features/requests/types";
import { canDecide } from "@/features/review/permissions";
import {
  findSubmittedEvent,
  getOwnDraft,
  listOwnDrafts,
  listReadyItemIds,
  listSubmissions,
} from "@/features/review/queries";
import type { OwnDraft, ReviewSubmission } from "@/features/review/types";
import { getBackend, getSession } from "@/lib/backend/backend.server";

export async function loadSubmissions(
  slug: string,
  requestId: string,
): Promise<Map<string, ReviewSubmission[]>> {
  const [org, request, backend] = await Promise.all([
    loadOrg(slug),
    loadRequest(slug, requestId),
    getBackend(),
  ]);
  const submissions = await listSubmissions(backend.db, { orgId: org.id, requestId: request.id });
  return Map.groupBy(submissions, (submission) => submission.itemId);
}

export async function loadReadyItemIds({
  id,
  status,
}: Pick<Request, "id" | "status">): Promise<string[]> {
  if (status !== "open") return [];
  const { db } = await getBackend();
  return listReadyItemIds(db, id);
}

export async function loadOwnDrafts(slug: string, requestId: string): Promise<Set<string>> {
  const [org, backend] = await Promise.all([loadOrg(slug), getBackend()]);
  return listOwnDrafts(backend.db, { orgId: org.id, requestId });
}

export type ReviewView = {
  request: Request;
  item: Item;
  items: Item[];
  /** Ordered from newest to oldest. */
  versions: ReviewSubmission[];
  ownDraft: OwnDraft | null;
  /** True if the current member sent the version to review on behalf of the contact. */
  isOwn: boolean;
  event: { id: number; no: number } | null;
  previousId: string | null;
  nextId: string | null;
  /**
   * The next item with an answer to review. After the last item, the search continues at the first
   * item.
   */
  nextWaitingId: string | null;
};

export async function loadPlace(slug: string, requestId: string, itemId: string) {
  const request = await loadRequest(slug, requestId);
  const items = checklistParts(request.items).flatMap((part) => part.items);
  const index = items.findIndex((item) => item.id === itemId);
  const item = items[index] ?? notFound();
  return { request, item, items, index };
}

export async function loadReview(
  slug: string,
  requestId: string,
  itemId: string,
): Promise<ReviewView> {
  const [org, { request, item, items, index }] = await Promise.all([
    loadOrg(slug),
    loadPlace(slug, requestId, itemId),
  ]);
  const backend = await getBackend();
  const [versions, ownDraft, event, session] = await Promise.all([
    listSubmissions(backend.db, { orgId: org.id, requestId, itemId }),
    getOwnDraft(backend.db, { orgId: org.id, itemId }),
    findSubmittedEvent(backend.db, { orgId: org.id, requestId, itemId }),
    getSession(),
  ]);
  const me = session.status === "authenticated" ? session.claims.sub : null;
  const [newest] = versions;
  const others = [...items.slice(index + 1), ...items.slice(0, index)];
  return {
    request,
    item,
    items,
    versions,
    ownDraft,
    isOwn: newest?.status === "submitted" && newest.isOnBehalf && newest.submittedBy === me,
    event,
    previousId: items[index - 1]?.id ?? null,
    nextId: items[index + 1]?.id ?? null,
    nextWaitingId: others.find((other) => canDecide(other, request))?.id ?? null,
  };
}
