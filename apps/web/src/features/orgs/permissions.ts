import type { Org } from "@/features/orgs/types";

/** Use the result only for display, because the database enforces the rule. */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
