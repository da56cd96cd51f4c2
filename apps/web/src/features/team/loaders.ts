import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { loadManagedOrg } from "@/features/orgs/loaders";
import { hasContactCode } from "@/features/portal/permissions";
import { mayBeInvited } from "@/features/team/permissions";
import {
  getInvitation,
  getProfileName,
  listInvitations,
  listMembers,
} from "@/features/team/queries";
import { joinFlow } from "@/features/team/schema";
import { stillInvited } from "@/features/team/selectors";
import { getBackend, getSession, requireSession } from "@/lib/backend/backend.server";
import { readPendingCode } from "@/lib/codes/pending-code.server";
import { isUuid } from "@/lib/ids/uuid";

export async function loadMembers(slug: string) {
  const org = await loadManagedOrg(slug);
  const session = await requireSession();
  const { db } = await getBackend();
  const members = await listMembers(db, org.id);
  return { org, members, viewer: { userId: session.claims.sub, role: org.role } };
}

export async function loadTeam(slug: string) {
  const org = await loadManagedOrg(slug);
  const { db } = await getBackend();
  const [team, invitations] = await Promise.all([
    loadMembers(slug),
    listInvitations(db, { orgId: org.id, now: new Date() }),
  ]);
  const emails = team.members.map(({ email }) => email);
  return { ...team, invitations: stillInvited(invitations, emails) };
}

/**
 * Also loads whether the signed-in user has confirmed the invited email address with a code in the
 * last 30 days.
 */
export const loadInvitation = cache(async (invitationId: string) => {
  if (!isUuid(invitationId)) notFound();
  const backend = await getBackend();
  const invitation = (await getInvitation(backend.anonymous.db, invitationId)) ?? notFound();
  const session = await getSession();
  const sent = await readPendingCode(joinFlow(invitationId));
  if (session.status !== "authenticated") return { invitation, sent, account: null };
  const { email = "", amr = [], sub } = session.claims;
  const isInvited = mayBeInvited(email, invitation.emailMasked);
  const hasCode = hasContactCode(amr, Date.now() / 1000);
  const name = isInvited && hasCode ? await getProfileName(backend.db, sub) : "";
  return { invitation, sent, account: { email, isInvited, hasCode, name } };
});
