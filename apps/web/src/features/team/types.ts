import type { MyOrg } from "@/features/orgs/types";

export type Role = MyOrg["role"];

/** Someone who works in a firm. */
export type Member = {
  userId: string;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: Role;
  status: "active" | "suspended";
  /** Verified second factors. */
  factors: number;
};

/** An address asked to join. */
export type Invitation = {
  id: string;
  email: string;
  role: Role;
  /** `ended`: the inviter may no longer invite someone with this role. */
  status: "pending" | "expired" | "ended";
  /** It expired recently and still holds the address: staff send it again instead of creating a new one. */
  isHeld: boolean;
  expiresAt: string;
};

/** The data of an invitation that anyone with the link may see. */
export type PublicInvitation = {
  firm: string;
  logoPath: string | null;
  role: Role;
  emailMasked: string;
  state: "pending" | "accepted" | "revoked" | "expired";
};
