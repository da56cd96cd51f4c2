import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Invitation, Member, PublicInvitation, Role } from "@/features/team/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";
import { readAll } from "@/lib/backend/read-all";

/** The caller must be an owner or admin. */
export async function listMembers(db: Db, orgId: string): Promise<Member[]> {
  const [staff, memberships] = await Promise.all([
    db.rpc("list_staff", { org_id: orgId }).then(unwrap),
    db
      .from("memberships")
      .select("user_id, role, status")
      .eq("org_id", orgId)
      .neq("status", "removed")
      .then(unwrap),
  ]);
  const ids = staff.map(({ user_id }) => user_id);
  const profiles = unwrap(
    await db.from("profiles").select("user_id, name, avatar_path").in("user_id", ids),
  );
  const profileOf = new Map(profiles.map((profile) => [profile.user_id, profile]));
  const membershipOf = new Map(memberships.map((row) => [row.user_id, row]));
  return staff.flatMap(({ user_id: userId, email, factors }) => {
    const membership = membershipOf.get(userId);
    if (!membership) return [];
    const { role, status } = membership;
    const profile = profileOf.get(userId);
    return {
      ...{ userId, email, factors },
      name: profile?.name || email,
      avatarUrl: profile?.avatar_path ? imageUrl(profile.avatar_path) : null,
      role: role as Role,
      status: status as Member["status"],
    };
  });
}

/** Must not exceed 1,000, because PostgREST returns at most 1,000 rows. */
const MAX_ROWS = 500;

/**
 * Maximum number of addresses in one query. The limit keeps the URL short enough, even with the
 * longest addresses.
 */
const MAX_ADDRESSES = 25;

const addressOf = (email: unknown) => String(email).toLowerCase();

/**
 * Returns when the newest accepted or revoked invitation to each address was created. Ignores
 * invitations that ended because the inviter lost the right to invite.
 */
async function readAnswered(
  db: Db,
  { orgId, addresses }: { orgId: string; addresses: readonly string[] },
): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for (let from = 0; from < addresses.length; from += MAX_ADDRESSES) {
    const some = addresses.slice(from, from + MAX_ADDRESSES);
    const rows = await readAll(async (after) => {
      const select = db
        .from("invitations")
        .select("id, email, created_at")
        .eq("org_id", orgId)
        .in("status", ["accepted", "revoked"])
        .eq("ended_by_rights", false)
        .in("email", some)
        .order("id")
        .limit(MAX_ROWS);
      return unwrap(await (after ? select.gt("id", after) : select));
    }, MAX_ROWS);
    for (const { email, created_at } of rows) {
      const address = addressOf(email);
      if (created_at > (newest.get(address) ?? "")) newest.set(address, created_at);
    }
  }
  return newest;
}

function statusOf(row: { status: string; expires_at: string }, now: Date): Invitation["status"] {
  if (row.status === "revoked") return "ended";
  return row.status === "expired" || new Date(row.expires_at) <= now ? "expired" : "pending";
}

/**
 * Lists pending and expired invitations, and those that ended because the inviter lost the right to
 * invite. Omits an invitation that is no longer pending if a later invitation to the same email
 * address is listed, or was accepted or revoked.
 */
export async function listInvitations(
  db: Db,
  { orgId, now }: { orgId: string; now: Date },
): Promise<Invitation[]> {
  const rows = await readAll(async (after) => {
    const select = db
      .from("invitations")
      .select("id, email, role, status, expires_at, created_at")
      .eq("org_id", orgId)
      .or("status.in.(pending,expired),ended_by_rights.is.true")
      .order("id")
      .limit(MAX_ROWS);
    return unwrap(await (after ? select.gt("id", after) : select));
  }, MAX_ROWS);
  rows.sort((one, other) => other.created_at.localeCompare(one.created_at, "en"));
  const newest = new Map<string, string>();
  for (const { id, email } of rows) {
    const address = addressOf(email);
    if (!newest.has(address)) newest.set(address, id);
  }
  const unanswered = rows.filter(
    ({ id, email, status }) => status === "pending" || newest.get(addressOf(email)) === id,
  );
  const settled = unanswered.filter(({ status }) => status !== "pending");
  const addresses = settled.map(({ email }) => addressOf(email));
  const answered = await readAnswered(db, { orgId, addresses });
  const isShown = ({ status, email, created_at }: (typeof rows)[number]) =>
    status === "pending" || created_at > (answered.get(addressOf(email)) ?? "");
  return unanswered.filter(isShown).map((row) => ({
    id: row.id,
    email: String(row.email),
    role: row.role as Role,
    status: statusOf(row, now),
    reservesAddress: row.status === "pending",
    invitedAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

const publicInvitation = z.object({
  firm: z.string().nullable(),
  logo_path: z.string().nullable(),
  role: z.enum(["owner", "admin", "member"]).nullable(),
  email_masked: z.string().nullable(),
  state: z.enum(["pending", "accepted", "revoked", "expired", "missing"]),
});

/** Pass the anonymous database client. */
export async function getInvitation(
  db: Db,
  invitationId: string,
): Promise<PublicInvitation | null> {
  const result = await db.rpc("get_invitation", { invitation_id: invitationId });
  const { firm, role, state, ...rest } = publicInvitation.parse(unwrap(result));
  if (state === "missing" || firm === null || role === null) return null;
  return {
    ...{ firm, role, state },
    logoPath: rest.logo_path,
    emailMasked: rest.email_masked ?? "",
  };
}

export async function getProfileName(db: Db, userId: string): Promise<string> {
  const row = unwrap(await db.from("profiles").select("name").eq("user_id", userId).maybeSingle());
  return row?.name ?? "";
}
