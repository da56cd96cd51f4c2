import type { Invitation } from "@/features/team/types";

/**
 * Omits invitations to members, but keeps an invitation that blocks a new one to the same address,
 * so that staff can resend or revoke it.
 */
export function stillInvited(
  invitations: readonly Invitation[],
  memberEmails: readonly string[],
): Invitation[] {
  const members = new Set(memberEmails.map((email) => email.toLowerCase()));
  return invitations.filter(
    ({ reservesAddress, email }) => reservesAddress || !members.has(email.toLowerCase()),
  );
}
