import type { Preferences } from "@/features/account/schema";

export type Profile = {
  userId: string;
  email: string;
  name: string;
  /** Path in the storage bucket `images`. */
  avatarPath: string | null;
  preferences: Preferences;
};

export type EmailChange = {
  newEmail: string;
  /** The email address whose code the user must enter next. */
  step: "current" | "new";
};

export type SoleOwnedOrg = { name: string; slug: string };
