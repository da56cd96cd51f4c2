import type { Org } from "@/features/orgs/types";

/** Whether this role sees and changes a firm's settings; the database decides. */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
