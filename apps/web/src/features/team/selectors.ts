import type { Invitation } from "@/features/team/types";

/**
 * An invitation that blocks a new invitation to the same email address stays in the list, so that
 * staff can resend or revoke it.
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
