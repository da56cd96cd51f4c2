import type { Preferences } from "@/features/account/schema";

/** The user's data on the account pages. */
export type Profile = {
  userId: string;
  email: string;
  name: string;
  /** Path in the bucket `images`. */
  avatarPath: string | null;
  preferences: Preferences;
};

/** A change of address that waits for its codes. */
export type EmailChange = {
  newEmail: string;
  /** The address whose code is still missing. */
  step: "current" | "new";
};

/** A firm that would be left without an owner. */
export type SoleOwnedOrg = { name: string; slug: string };
