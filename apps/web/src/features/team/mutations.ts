import "server-only";
import { z } from "zod";
import type { Role } from "@/features/team/types";
import type { BackendScope } from "@/lib/backend/backend.server";
import type { Db } from "@/lib/backend/db";

type Target = { org_id: string; user_id: string };

export function createInvitation(db: Db, args: { org_id: string; email: string; role: Role }) {
  return db.rpc("create_invitation", args);
}

export function changeInvitation(
  db: Db,
  { invitation_id, intent }: { invitation_id: string; intent: "resend" | "revoke" },
) {
  return db.rpc(intent === "resend" ? "resend_invitation" : "revoke_invitation", {
    invitation_id,
  });
}

export function changeRole(db: Db, args: Target & { role: Role }) {
  return db.rpc("change_role", args);
}

export function changeMember(
  db: Db,
  { intent, ...target }: Target & { intent: "suspend" | "restore" | "remove" },
) {
  const { org_id, user_id } = target;
  return db.rpc(`${intent}_member`, { org_id, user_id });
}

/** Fails if the member also belongs to another firm. */
export function resetFactors(functions: BackendScope["functions"], target: Target) {
  const { org_id, user_id } = target;
  return functions.invoke("reset-factors", { body: { org_id, user_id } });
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
