import type { Member, Role } from "@/features/team/types";

const ROLES: readonly Role[] = ["owner", "admin", "member"];

export type MemberPowers = {
  isSelf: boolean;
  roles: readonly Role[];
  canSuspend: boolean;
  canRestore: boolean;
  canRemove: boolean;
  canResetFactors: boolean;
  isLastOwner: boolean;
};

export function invitableRoles(viewer: Role): readonly Role[] {
  return viewer === "owner" ? ROLES : ROLES.filter((role) => role !== "owner");
}

/** Use the result only for display, because the database enforces the rules. */
export function powersOver(
  viewer: { userId: string; role: Role },
  member: Member,
  members: readonly Member[],
): MemberPowers {
  const isSelf = member.userId === viewer.userId;
  const isOwner = viewer.role === "owner";
  const mayManage = isOwner || (viewer.role === "admin" && member.role !== "owner");
  const isLastOwner =
    member.role === "owner" &&
    member.status === "active" &&
    members.filter(({ role, status }) => role === "owner" && status === "active").length === 1;
  const mayEnd = mayManage && !isLastOwner;
  return {
    isSelf,
    isLastOwner,
    roles: mayEnd ? invitableRoles(viewer.role) : [],
    canSuspend: mayEnd && !isSelf && member.status === "active",
    canRestore: mayManage && member.status === "suspended",
    canRemove: (mayManage || isSelf) && !isLastOwner,
    canResetFactors: isOwner && !isSelf && member.factors > 0,
  };
}

export function hasActions(powers: MemberPowers): boolean {
  const canDo = powers.canSuspend || powers.canRestore || powers.canRemove;
  return canDo || powers.roles.length > 0;
}

/** Masks the address as the database does: `o•••@h…`. */
function maskEmail(email: string): string {
  const domain = email.split("@")[1] ?? "";
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}…`;
}

export function mayBeInvited(email: string, emailMasked: string): boolean {
  return maskEmail(email.toLowerCase()) === emailMasked;
}
