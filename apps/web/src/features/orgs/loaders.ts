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
import { getBackend, requireSession } from "@/lib/backend.server";
import { requestPathWithin } from "@/lib/request-path.server";

/** Firms of the signed-in person; whether they also answer requests is asked only without firms. */
export const loadMyOrgs = cache(async () => {
  const session = await requireSession({ next: "/o" });
  await requireFactor(session, "/o");
  const { db } = await getBackend();
  const orgs = await listMyOrgs(db, session.claims.sub);
  const isContact = orgs.length === 0 && (await hasContactRequests(db));
  return { orgs, isContact, userId: session.claims.sub };
});

/**
 * The firm of a staff page, once per request; anyone but its staff gets the not-found page. Where a
 * second factor is required, or owned, the database shows nothing else before one was shown.
 */
export const loadOrg = cache(async (slug: string): Promise<Org> => {
  const session = await requireSession();
  const { db } = await getBackend();
  const path = await requestPathWithin(`/o/${slug}`);
  const [org] = await Promise.all([
    getOrgBySlug(db, { slug, userId: session.claims.sub }),
    requireFactor(session, path),
  ]);
  if (!org) notFound();
  if (org.requireMfa && session.claims.aal !== "aal2") {
    redirect(`/mfa?next=${encodeURIComponent(path)}` as Route);
  }
  return org;
});

/** Guard of the page that creates a firm. */
export async function loadNewOrg(): Promise<void> {
  const path = "/o/new";
  await requireFactor(await requireSession({ next: path }), path);
}

/** The firm of a settings page, for its owners and admins; others get the not-found page. */
export const loadManagedOrg = cache(async (slug: string): Promise<Org> => {
  const org = await loadOrg(slug);
  return canManageOrg(org.role) ? org : notFound();
});

/** The firm of a settings page with what it decided. */
export const loadOrgSettings = cache(async (slug: string): Promise<OrgSettings> => {
  const org = await loadManagedOrg(slug);
  const { db } = await getBackend();
  return (await getOrgSettings(db, org)) ?? notFound();
});
