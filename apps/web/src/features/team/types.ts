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
  /** `ended`: the inviter may no longer invite someone with this role. */
  status: "pending" | "expired" | "ended";
  /** True if it expired but reserves its address, so staff send it again. */
  reservesAddress: boolean;
  expiresAt: string;
};

/** The part of an invitation that anyone with the link may see. */
export type PublicInvitation = {
  firm: string;
  logoPath: string | null;
  role: Role;
  emailMasked: string;
  state: "pending" | "accepted" | "revoked" | "expired";
};
