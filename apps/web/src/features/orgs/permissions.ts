import type { Org } from "@/features/orgs/types";

/**
 * Returns true if this role may see and change the firm's settings. For display only: the database
 * decides.
 */
export function canManageOrg(role: Org["role"]): boolean {
  return role === "owner" || role === "admin";
}
