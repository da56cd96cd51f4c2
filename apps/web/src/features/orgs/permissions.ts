import type { Org } from "@/features/orgs/types";

/**
 * Returns whether a member with this role may change the firm's settings. Use the result only for
 * display, because the database enforces the rule.
 */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
