import type { MyOrg } from "@/features/orgs/types";

export type Role = MyOrg["role"];

export type Member = {
  userId: string;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: Role;
  status: "active" | "suspended";
  factors: number;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  /** `ended` means that the inviter may not invite people with this role anymore. */
  status: "pending" | "expired" | "ended";
  /**
   * True if the invitation blocks a new invitation to the same address. An expired invitation
   * blocks until the scheduled `sweep` function closes it.
   */
  reservesAddress: boolean;
  invitedAt: string;
  expiresAt: string;
};

/** The part of an invitation that everyone with the link may see. */
export type PublicInvitation = {
  firm: string;
  logoPath: string | null;
  role: Role;
  emailMasked: string;
  state: "pending" | "accepted" | "revoked" | "expired";
};
