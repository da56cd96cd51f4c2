import { z } from "zod";
import { code, newPassword, ownName } from "@/features/auth/schema";
import { email } from "@/lib/forms/text-schema";
import { imageIntent } from "@/lib/images/image-intent";
import { themeSchema } from "@/lib/style/theme";

/** Contains all stored preferences, including unknown ones, so that saving preserves them. */
export type Preferences = { [name: string]: unknown; singleKeys: boolean };

export const preferencesSchema = z
  .looseObject({ single_keys: z.boolean().catch(true).default(true) })
  .catch({ single_keys: true })
  .transform(({ single_keys: singleKeys, ...others }): Preferences => ({ ...others, singleKeys }));

/** `single_keys` is optional, because browsers send no value for an unchecked checkbox. */
export const profileSchema = z.object({
  name: ownName,
  theme: themeSchema,
  single_keys: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

export const avatarSchema = z.object({ intent: imageIntent });

export const newCodeSchema = z.object({ intent: z.literal("new-code") });

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
