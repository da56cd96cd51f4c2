import type { Org } from "@/features/orgs/types";

/** For display only: the database decides who may change the firm's settings. */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
