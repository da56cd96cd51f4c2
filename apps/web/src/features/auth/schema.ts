import { z } from "zod";
import { strings } from "@/features/auth/strings";
import { tooLong, tooShort } from "@/lib/errors/rule-sentences";
import { hidden } from "@/lib/forms/hidden-fields";
import { email, name } from "@/lib/forms/text-schema";

const { rules } = strings;

const encoder = new TextEncoder();

const MAX_PASSWORD_BYTES = 72;

/** bcrypt limits bytes, not characters. A character outside ASCII takes 2 to 4 bytes. */
function tooManyBytes(password: string): string {
  return [...password].length > MAX_PASSWORD_BYTES
    ? tooLong(MAX_PASSWORD_BYTES)
    : rules.passwordTooLong(MAX_PASSWORD_BYTES);
}

/** 10 to 72 bytes. Spaces are not trimmed, and characters are not normalized. */
export const newPassword = z
  .string()
  .default("")
  .superRefine((value, context) => {
    const bytes = encoder.encode(value).length;
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (bytes === 0) add(rules.passwordMissing);
    else if (bytes < 10) add(tooShort(10));
    else if (bytes > MAX_PASSWORD_BYTES) add(tooManyBytes(value));
  });

export const code = z
  .string()
  .default("")
  .transform((value) => value.replace(/[\s-]/g, ""))
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: rules.code });
    else if (!/^\d{8}$/.test(value)) {
      context.addIssue({ code: "custom", message: rules.codeLength });
    }
  });

export const ownName = name({ min: 1, max: 120, missing: rules.name });

export const signUpSchema = z.object({
  name: ownName,
  email,
});

export const signInSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("code"), email }),
  z.object({
    intent: z.literal("password"),
    email,
    password: z.string().min(1, rules.password),
  }),
]);

export const emailSchema = z.object({ email });

/** `email` is optional, because a cookie usually stores it. */
export const verifyCodeSchema = z.object({ code, email: email.optional() });

export const flowSchema = z.object({ flow: hidden });

export const passwordSchema = z.object({ password: newPassword });
