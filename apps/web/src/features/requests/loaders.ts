import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { loadFace } from "@/features/account/loaders";
import { loadOrg } from "@/features/orgs/loaders";
import {
  getReminderPlan,
  getRequest,
  listActiveMembers,
  listAssignees,
  listRequests,
} from "@/features/requests/queries";
import type { Assignee, ReminderPlan, Request, RequestRow } from "@/features/requests/types";
import { getBackend, getSession } from "@/lib/backend/backend.server";
import type { ListPage } from "@/lib/backend/list-page";
import { isUuid } from "@/lib/uuid";

export const loadRequest = cache(async (slug: string, requestId: string): Promise<Request> => {
  const org = await loadOrg(slug);
  if (!isUuid(requestId)) notFound();
  const backend = await getBackend();
  return (await getRequest(backend.db, { orgId: org.id, requestId })) ?? notFound();
});

/** Redirects to the request's page if the request is not open. */
export async function loadOpenRequest(slug: string, requestId: string): Promise<Request> {
  const request = await loadRequest(slug, requestId);
  // That page shows the composer if the request is a draft, and the reason if the request is
  // closed.
  if (request.status !== "open") redirect(`/o/${slug}/requests/${requestId}` as Route);
  return request;
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

/**
 * Lists the members who can be assigned, plus the current assignee even if that member can no
 * longer be assigned.
 */
export const loadAssignees = cache(async (slug: string, requestId: string): Promise<Assignee[]> => {
  const [org, request] = await Promise.all([loadOrg(slug), loadRequest(slug, requestId)]);
  const backend = await getBackend();
  return listAssignees(backend.db, { orgId: org.id, assigned: [request.assigneeId] });
});

export async function loadReminderPlan(slug: string, requestId: string): Promise<ReminderPlan> {
  const org = await loadOrg(slug);
  const backend = await getBackend();
  return getReminderPlan(backend.db, { orgId: org.id, requestId });
}

/** How other viewers of a page see the user. Undefined for a user without a name. */
export async function loadViewer(): Promise<{ id: string; name: string } | undefined> {
  const [session, { name }] = await Promise.all([getSession(), loadFace()]);
  if (session.status !== "authenticated" || name === "") return undefined;
  return { id: session.claims.sub, name };
}
