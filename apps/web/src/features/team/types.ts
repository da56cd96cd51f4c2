import type { MyOrg } from "@/features/orgs/types";

/** What someone may do in a firm. */
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
  /** `ended`: whoever sent it may no longer invite someone as this. */
  status: "pending" | "expired" | "ended";
  /** It ran out a moment ago and still holds the address: it is sent again, not written anew. */
  isHeld: boolean;
  expiresAt: string;
};

/** What anybody who holds the link may know of an invitation. */
export type PublicInvitation = {
  firm: string;
  logoPath: string | null;
  role: Role;
  emailMasked: string;
  state: "pending" | "accepted" | "revoked" | "expired";
};
