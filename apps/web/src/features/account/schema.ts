import { z } from "zod";
import { code, newPassword } from "@/features/auth/schema";
import { email, name } from "@/lib/forms/text-schema";
import { themeSchema } from "@/lib/style/theme";

export const preferencesSchema = z
  .looseObject({ single_keys: z.boolean().catch(true).default(true) })
  .catch({ single_keys: true });

export type Preferences = z.infer<typeof preferencesSchema>;

/** `single_keys` is optional, because browsers send no value for an unchecked box. */
export const profileSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter your name." }),
  theme: themeSchema,
  single_keys: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

/** The storage bucket enforces the same limit. */
export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;

const AVATAR_EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

export const AVATAR_TYPES = Object.keys(AVATAR_EXTENSIONS).join(",");

export function checkAvatar({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!(type in AVATAR_EXTENSIONS)) return "Choose a PNG, JPEG or WebP picture.";
  if (size === 0) return "This file is empty. Choose another.";
  return size > MAX_AVATAR_BYTES
    ? "This picture is too large. Choose one that is 2\u00a0MB or smaller."
    : null;
}

/** Each upload gets a new name, so that no cache returns an old picture. */
export function avatarPath(userId: string, type: string, id: string): string {
  return `avatars/${userId}/${id}.${AVATAR_EXTENSIONS[type] ?? "png"}`;
}

export const avatarSchema = z
  .string()
  .regex(/^avatars\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(png|jpg|webp)$/)
  .nullable();

/** `nonce` is optional, because the auth service requires it only in a session older than a day. */
export const changePasswordSchema = z.object({
  password: newPassword,
  nonce: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ""))
    .optional(),
});

export const newEmailSchema = z.object({ email });

export const emailCodeSchema = z.object({ code });

export const deletionSchema = z.object({ email });

export const factorSchema = z.object({ factorId: z.uuid() });

export const signOutSchema = z.object({ scope: z.enum(["others", "global"]) });
