import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { loadAvatar } from "@/features/account/loaders";
import type { StaffPerson } from "@/features/items/types";
import { loadOrg } from "@/features/orgs/loaders";
import {
  getLastReminderAt,
  getReminderPlan,
  getRequest,
  getRequestSender,
  listActiveMembers,
  listAnsweredItemIds,
  listAssignees,
  listRequests,
} from "@/features/requests/queries";
import type {
  Assignee,
  OwnViewer,
  ReminderPlan,
  Request,
  RequestRow,
} from "@/features/requests/types";
import { getBackend, getSession } from "@/lib/backend/backend.server";
import { imageUrl } from "@/lib/backend/image-url";
import type { ListPage } from "@/lib/backend/list-page";
import { isUuid } from "@/lib/ids/uuid";

export const loadRequest = cache(async (slug: string, requestId: string): Promise<Request> => {
  const org = await loadOrg(slug);
  if (!isUuid(requestId)) notFound();
  const backend = await getBackend();
  return (await getRequest(backend.db, { orgId: org.id, requestId })) ?? notFound();
});

export async function loadOpenRequest(slug: string, requestId: string): Promise<Request> {
  const request = await loadRequest(slug, requestId);
  if (request.status !== "open") redirect(`/o/${slug}/requests/${requestId}` as Route);
  return request;
}

export async function loadAnsweredItemIds(
  slug: string,
  requestId: string,
): Promise<ReadonlySet<string>> {
  const request = await loadRequest(slug, requestId);
  const backend = await getBackend();
  return listAnsweredItemIds(backend.db, request.id);
}

export async function loadRequests(
  slug: string,
  filters: Omit<Parameters<typeof listRequests>[1], "orgId">,
): Promise<ListPage<RequestRow>> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listRequests(backend.db, { orgId: org.id, ...filters });
}

export const loadActiveMembers = cache(async (slug: string): Promise<Assignee[]> => {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return listActiveMembers(backend.db, org.id);
});

/** Includes the current assignee, even if this member is suspended or removed. */
export const loadAssignees = cache(async (slug: string, requestId: string): Promise<Assignee[]> => {
  const [org, request] = await Promise.all([loadOrg(slug), loadRequest(slug, requestId)]);
  const backend = await getBackend();
  return listAssignees(backend.db, { orgId: org.id, assigned: [request.assigneeId] });
});

/** Check that the user has access to the request before you call this function. */
export async function loadRequestSender(
  slug: string,
  requestId: string,
): Promise<StaffPerson | null> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return getRequestSender(backend.db, { orgId: org.id, requestId });
}

export async function loadReminderPlan(slug: string, requestId: string): Promise<ReminderPlan> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return getReminderPlan(backend.db, { orgId: org.id, requestId });
}

/** Returns the due time of the newest reminder that was sent to a contact of the request. */
export async function loadLastReminderAt(slug: string, requestId: string): Promise<string | null> {
  const org = await loadOrg(slug);
  const { db } = await getBackend();
  return getLastReminderAt(db, { orgId: org.id, requestId });
}

export async function loadViewer(): Promise<OwnViewer | undefined> {
  const [session, { name, url }] = await Promise.all([getSession(), loadAvatar()]);
  if (session.status !== "authenticated" || name === "") return undefined;
  return { id: session.claims.sub, name, imageUrl: url, avatarsUrl: imageUrl("avatars") };
}
