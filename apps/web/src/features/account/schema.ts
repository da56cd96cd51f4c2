import { z } from "zod";
import { code, newPassword } from "@/features/auth/schema";
import { email, name } from "@/lib/forms/text-schema";
import { themeSchema } from "@/lib/theme";

/** The display preferences of a profile. Unknown keys are preserved. */
export const preferencesSchema = z
  .looseObject({ single_keys: z.boolean().catch(true).default(true) })
  .catch({ single_keys: true });

/** See {@link preferencesSchema}. */
export type Preferences = z.infer<typeof preferencesSchema>;

/** Fields of the profile form; an unticked box is not sent. */
export const profileSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter your name." }),
  theme: themeSchema,
  single_keys: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

/** Longest avatar in bytes, as the bucket enforces it. */
export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;

const AVATAR_EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

/** The `accept` attribute of the avatar's file picker. */
export const AVATAR_TYPES = Object.keys(AVATAR_EXTENSIONS).join(",");

/** The sentence for a picture that cannot be used; null for one that can. */
export function checkAvatar({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!(type in AVATAR_EXTENSIONS)) return "Use a PNG, JPEG or WebP picture.";
  if (size === 0) return "This file is empty.";
  return size > MAX_AVATAR_BYTES ? "Use a picture of at most 2\u00a0MB." : null;
}

/** Returns the storage path of a new avatar. The name is always new, so that no cache shows the old one. */
export function avatarPath(userId: string, type: string, id: string): string {
  return `avatars/${userId}/${id}.${AVATAR_EXTENSIONS[type] ?? "png"}`;
}

/** The path of a stored avatar, or null to remove it. */
export const avatarSchema = z
  .string()
  .regex(/^avatars\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(png|jpg|webp)$/)
  .nullable();

/** Fields of the form that changes the password; `nonce` is asked for in old sessions only. */
export const changePasswordSchema = z.object({
  password: newPassword,
  nonce: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ""))
    .optional(),
});

/** The address an account is to have. */
export const newEmailSchema = z.object({ email });

/** The code of one of the two addresses. */
export const emailCodeSchema = z.object({ code });

/** The address, typed to confirm that the account is to be deleted. */
export const deletionSchema = z.object({ email });

/** The factor to remove. */
export const factorSchema = z.object({ factorId: z.uuid() });

/** The sessions to end. */
export const signOutSchema = z.object({ scope: z.enum(["others", "global"]) });
