import "server-only";
import { z } from "zod";
import type { Role } from "@/features/team/types";
import type { BackendScope } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";

type Target = { orgId: string; userId: string };

const toIds = ({ orgId, userId }: Target) => ({ org_id: orgId, user_id: userId });

export function createInvitation(
  db: Db,
  { orgId, email, role }: { orgId: string; email: string; role: Role },
) {
  return db.rpc("create_invitation", { org_id: orgId, email, role });
}

export function changeInvitation(
  db: Db,
  { invitationId, intent }: { invitationId: string; intent: "resend" | "revoke" },
) {
  return db.rpc(intent === "resend" ? "resend_invitation" : "revoke_invitation", {
    invitation_id: invitationId,
  });
}

export function changeRole(db: Db, { role, ...target }: Target & { role: Role }) {
  return db.rpc("change_role", { ...toIds(target), role });
}

export function changeMember(
  db: Db,
  { intent, ...target }: Target & { intent: "suspend" | "restore" | "remove" },
) {
  return db.rpc(`${intent}_member`, toIds(target));
}

/** Fails if the member also belongs to another firm. */
export function resetFactors(functions: BackendScope["functions"], target: Target) {
  return functions.invoke("reset-factors", { body: toIds(target) });
}

const accepted = z.object({ slug: z.string() });

export async function acceptInvitation(db: Db, invitationId: string) {
  const { data, error } = await db.rpc("accept_invitation", { invitation_id: invitationId });
  return error ? { error } : { slug: accepted.parse(data).slug };
}

export async function saveName(db: Db, args: { userId: string; name: string }) {
  const { error } = await db
    .from("profiles")
    .update({ name: args.name })
    .eq("user_id", args.userId);
  return error;
}
