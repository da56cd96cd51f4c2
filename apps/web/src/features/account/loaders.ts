import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { getProfile, imageUrl, listSoleOwnedOrgs } from "@/features/account/queries";
import { type Theme, themeSchema } from "@/features/account/schema";
import type { EmailChange, Profile } from "@/features/account/types";
import { loadOwnFactors } from "@/features/mfa/loaders";
import { getBackend, getSession, requireSession } from "@/lib/backend.server";
import { readPendingEmail } from "@/lib/pending-email.server";

/** Cookie with the chosen colour scheme. */
export const THEME_COOKIE = "theme";

/** The colour scheme of this browser. */
export async function loadTheme(): Promise<Theme> {
  const jar = await cookies();
  return themeSchema.catch("system").parse(jar.get(THEME_COOKIE)?.value);
}

/** Whether the signed-in person lets single keys act; read once per request. */
export const loadSingleKeys = cache(async (): Promise<boolean> => {
  const session = await getSession();
  if (session.status !== "authenticated") return true;
  const { db } = await getBackend();
  const { preferences } = await getProfile(db, session.claims.sub);
  return preferences.single_keys;
});

/** The own profile, with the picture's address. */
export async function loadProfile(): Promise<Profile & { avatarUrl: string | null }> {
  const { claims } = await requireSession({ next: "/account" });
  const { db } = await getBackend();
  const profile = await getProfile(db, claims.sub);
  const avatarUrl = profile.avatarPath ? imageUrl(profile.avatarPath) : null;
  return { ...profile, userId: claims.sub, email: claims.email ?? "", avatarUrl };
}

/** The own address, and the change of it that this browser is in the middle of. */
export async function loadEmail(): Promise<{ email: string; change: EmailChange | null }> {
  const { claims } = await requireSession({ next: "/account/email" });
  const pending = await readPendingEmail(claims.sub);
  return { email: claims.email ?? "", change: pending };
}

/** What the security page shows. */
export async function loadSecurity() {
  const { claims } = await requireSession({ next: "/account/security" });
  return { email: claims.email ?? "", factors: await loadOwnFactors() };
}

/** Whose account is to be deleted, and the firms that stand in the way. */
export async function loadDeletion() {
  const { claims } = await requireSession({ next: "/account/delete" });
  const { db } = await getBackend();
  return { email: claims.email ?? "", soleOwned: await listSoleOwnedOrgs(db, claims.sub) };
}
