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
  /** `ended`: the inviter may no longer invite people to this role. */
  status: "pending" | "expired" | "ended";
  /**
   * True if the stored invitation is still pending, even after it expired. It blocks a new
   * invitation to its address, so staff resend it.
   */
  reservesAddress: boolean;
  expiresAt: string;
};

/** The part of an invitation that anyone who has the link may see. */
export type PublicInvitation = {
  firm: string;
  logoPath: string | null;
  role: Role;
  emailMasked: string;
  state: "pending" | "accepted" | "revoked" | "expired";
};
