import type { Org } from "@/features/orgs/types";

/** Use it only for display, because the database decides who may change the firm's settings. */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
