import "server-only";
import { cache } from "react";
import { getProfile, listSoleOwnedOrgs } from "@/features/account/queries";
import type { EmailChange, Profile } from "@/features/account/types";
import { loadOwnFactors, requireFactor } from "@/features/mfa/loaders";
import { listMyOrgs } from "@/features/orgs/queries";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { imageUrl } from "@/lib/backend/image-url";
import { leaveEndedSession } from "@/lib/backend/live-session.server";
import { readPendingEmail } from "@/lib/codes/pending-email.server";

const loadOwnProfile = cache(async () => {
  const session = await getSession();
  if (session.status !== "authenticated") return null;
  const { db } = await getBackend();
  return getProfile(db, session.claims.sub);
});

export async function loadSingleKeys(): Promise<boolean> {
  return (await loadOwnProfile())?.preferences.singleKeys ?? true;
}

export async function loadAvatar(): Promise<{ name: string; url: string | null }> {
  const profile = await loadOwnProfile().catch(() => null);
  const url = profile?.avatarPath ? imageUrl(profile.avatarPath) : null;
  return { name: profile?.name ?? "", url };
}

async function requireOwner(path: string) {
  const session = await requireSession({ next: path });
  await requireFactor(session, path);
  await leaveEndedSession(path);
  return session;
}

export async function loadProfile(): Promise<Profile & { avatarUrl: string | null }> {
  const { claims } = await requireOwner("/account");
  const { db } = await getBackend();
  const profile = await getProfile(db, claims.sub);
  const avatarUrl = profile.avatarPath ? imageUrl(profile.avatarPath) : null;
  return { ...profile, userId: claims.sub, email: claims.email ?? "", avatarUrl };
}

export async function loadEmail(): Promise<{
  email: string;
  change: EmailChange | null;
  isStaff: boolean;
}> {
  const { claims } = await requireOwner("/account/email");
  const { db } = await getBackend();
  const [change, orgs] = await Promise.all([
    readPendingEmail(claims.sub),
    listMyOrgs(db, claims.sub),
  ]);
  return { email: claims.email ?? "", change, isStaff: orgs.length > 0 };
}

export async function loadSecurity() {
  const { claims } = await requireOwner("/account/security");
  return { email: claims.email ?? "", own: await loadOwnFactors() };
}

export async function loadSoleOwned(userId: string): Promise<ReadonlySet<string>> {
  const { db } = await getBackend();
  return new Set((await listSoleOwnedOrgs(db, userId)).map(({ slug }) => slug));
}

export async function loadDeletion() {
  const { claims } = await requireOwner("/account/delete");
  const { db } = await getBackend();
  const [orgs, soleOwned] = await Promise.all([
    listMyOrgs(db, claims.sub),
    listSoleOwnedOrgs(db, claims.sub),
  ]);
  return { email: claims.email ?? "", isStaff: orgs.length > 0, soleOwned };
}
