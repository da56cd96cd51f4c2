import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import {
  getContactRequest,
  listItems,
  listReadyItems,
  listRequestStaff,
} from "@/features/items/queries";
import { inAskingOrder } from "@/features/items/selectors";
import type { ReadyItem, RequestStaff } from "@/features/items/types";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { accessPath } from "@/lib/http/access-path";
import { requestPathWithin } from "@/lib/http/request-path.server";

export const loadContactRequest = cache(async (publicId: string) => {
  const list = `/r/${encodeURIComponent(publicId)}/items`;
  const session = await getSession();
  const path = await requestPathWithin(list);
  const access = accessPath(publicId, path);
  if (session.status === "unauthenticated") redirect(access as Route);
  if (session.status === "unavailable") await requireSession({ next: path });
  const { db } = await getBackend();
  const request = await getContactRequest(db, publicId);
  if (!request) await leaveEndedSession(path);
  if (!request) redirect(`${access}${access.includes("?") ? "&" : "?"}switch=1` as Route);
  return request;
});

export const loadItems = cache(async (publicId: string) => {
  const request = await loadContactRequest(publicId);
  const { claims } = await requireSession({ next: `/r/${encodeURIComponent(publicId)}/items` });
  const { db } = await getBackend();
  const items = await listItems(db, { requestId: request.id, readerId: claims.sub });
  return { request, items: inAskingOrder(items) };
});

export const loadRequestStaff = cache(async (requestId: string): Promise<RequestStaff> => {
  const { db } = await getBackend();
  return listRequestStaff(db, requestId);
});

export const loadReady = cache(async (requestId?: string): Promise<ReadyItem[]> => {
  const { db } = await getBackend();
  const ready = await listReadyItems(db);
  return requestId ? ready.filter((item) => item.requestId === requestId) : ready;
});

export async function loadItem(publicId: string, itemId: string) {
  const { request, items } = await loadItems(publicId);
  const index = items.findIndex((item) => item.id === itemId);
  const item = items[index] ?? notFound();
  return { request, items, item, number: index + 1 };
}
