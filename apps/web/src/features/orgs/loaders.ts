import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { requireFactor } from "@/features/mfa/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import {
  getOrgBySlug,
  getOrgSettings,
  hasContactRequests,
  listMyOrgs,
} from "@/features/orgs/queries";
import type { Org, OrgSettings } from "@/features/orgs/types";
import { getBackend, requireSession } from "@/lib/backend/backend.server";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { requestPathWithin } from "@/lib/http/request-path.server";

/**
 * Lists the firms of the signed-in user. Without firms, checks whether the user is a contact of a
 * request.
 */
export const loadMyOrgs = cache(async () => {
  const session = await requireSession({ next: "/o" });
  await requireFactor(session, "/o");
  const { db } = await getBackend();
  const orgs = await listMyOrgs(db, session.claims.sub);
  if (orgs.length === 0) await leaveEndedSession("/o");
  const isContact = orgs.length === 0 && (await hasContactRequests(db));
  return { orgs, isContact, userId: session.claims.sub };
});

/**
 * Returns the firm of a staff page, or `null` for users who are not its staff. Runs once per
 * request. If a second factor is due, the database shows only the firm until the user confirms the
 * factor.
 */
const findOrg = cache(async (slug: string): Promise<Org | null> => {
  const session = await requireSession();
  const { db } = await getBackend();
  const path = await requestPathWithin(`/o/${slug}`);
  const [org] = await Promise.all([
    getOrgBySlug(db, { slug, userId: session.claims.sub }),
    requireFactor(session, path),
  ]);
  if (!org) await leaveEndedSession(path);
  if (org?.requireMfa && session.claims.aal !== "aal2") {
    redirect(`/mfa?next=${encodeURIComponent(path)}` as Route);
  }
  return org;
});

export async function loadOrg(slug: string): Promise<Org> {
  return (await findOrg(slug)) ?? notFound();
}

/** Requires a session that has confirmed its second factor. */
export const loadNewOrg = cache(async (): Promise<void> => {
  const path = "/o/new";
  await requireFactor(await requireSession({ next: path }), path);
  await leaveEndedSession(path);
});

/**
 * Returns the firm for an action of its owners and admins, or nothing for other users. The action
 * then shows a sentence. It must not call `notFound()`, because Next would render that page without
 * the root layout, which fails here.
 */
export async function findManagedOrg(slug: string): Promise<Org | null> {
  const org = await findOrg(slug);
  return org && canManageOrg(org.role) ? org : null;
}

export async function loadManagedOrg(slug: string): Promise<Org> {
  return (await findManagedOrg(slug)) ?? notFound();
}

export const loadOrgSettings = cache(async (slug: string): Promise<OrgSettings> => {
  const org = await loadManagedOrg(slug);
  const { db } = await getBackend();
  return (await getOrgSettings(db, org)) ?? notFound();
});
