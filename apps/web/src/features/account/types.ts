import type { Preferences } from "@/features/account/schema";

export type Profile = {
  userId: string;
  email: string;
  name: string;
  /** Path in the bucket `images`. */
  avatarPath: string | null;
  preferences: Preferences;
};

export type EmailChange = {
  newEmail: string;
  /** The address whose code is still missing. */
  step: "current" | "new";
};

export type SoleOwnedOrg = { name: string; slug: string };
