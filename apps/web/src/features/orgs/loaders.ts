import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { needsFactor, requireFactor } from "@/features/mfa/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import {
  getOrgBySlug,
  getOrgSettings,
  hasContact,
  hasContactRequests,
  listMyOrgs,
} from "@/features/orgs/queries";
import type { Org, OrgSettings } from "@/features/orgs/types";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { outageOf } from "@/lib/backend/outage.server";
import { requestPathWithin } from "@/lib/http/request-path.server";

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
 * Returns which links the menu shows. Contacts without a firm get no link to firms. If the firms or
 * requests cannot be read, the menu links only to firms.
 */
export const loadPlaces = cache(async (): Promise<{ firms: boolean; requests: boolean }> => {
  const session = await getSession();
  if (session.status !== "authenticated") return { firms: true, requests: false };
  const { db } = await getBackend();
  const [orgs, requests] = await Promise.all([
    listMyOrgs(db, session.claims.sub),
    hasContact(db, session.claims.sub),
  ]).catch(() => [[], false] as const);
  return { firms: orgs.length > 0 || !requests, requests };
});

/**
 * If the user has a second factor or the firm requires one, redirects to `/mfa` until this session
 * has confirmed a factor. Until then, the database returns only the firm.
 */
export const findOrg = cache(async (slug: string): Promise<Org | null> => {
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

/**
 * Returns `null` for users without a firm, and for users without the second factor that the firm
 * requires.
 */
export const loadFrameOrg = cache(async (recent: string | undefined): Promise<Org | null> => {
  const session = await requireSession({ next: "/account" });
  await requireFactor(session, await requestPathWithin("/account"));
  const { db } = await getBackend();
  const userId = session.claims.sub;
  const orgs = await listMyOrgs(db, userId);
  const found = orgs.find(({ slug }) => slug === recent) ?? orgs[0];
  const org = found ? await getOrgBySlug(db, { slug: found.slug, userId }) : null;
  return org?.requireMfa && session.claims.aal !== "aal2" ? null : org;
});

/**
 * The help page must always open, so this function never redirects. Returns `null` for users
 * without a session or a firm, for users who have to confirm a second factor, and during an outage.
 */
export async function findFrameOrg(recent: string | undefined): Promise<Org | null> {
  const session = await getSession();
  if (session.status !== "authenticated") return null;
  try {
    return (await needsFactor(session)) ? null : await loadFrameOrg(recent);
  } catch (thrown) {
    if (await outageOf(thrown)) return null;
    throw thrown;
  }
}

export const loadNewOrg = cache(async (): Promise<void> => {
  const path = "/o/new";
  await requireFactor(await requireSession({ next: path }), path);
  await leaveEndedSession(path);
});

/**
 * Returns `null` for users other than owners and admins, so that actions can return an error. An
 * action must not call `notFound()`, because Next would render the not-found page without the root
 * layout and fail.
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
