import { z } from "zod";
import { email, name } from "@/lib/forms/text-schema";

const encoder = new TextEncoder();

const MAX_PASSWORD_BYTES = 72;

/** bcrypt limits bytes, not characters. A character outside ASCII takes 2 to 4 bytes. */
function tooLong(password: string): string {
  return [...password].length > MAX_PASSWORD_BYTES
    ? `Use at most ${MAX_PASSWORD_BYTES} characters.`
    : `Use a shorter password. The limit is ${MAX_PASSWORD_BYTES} characters. Emoji and letters outside the English alphabet count as more than one.`;
}

/** 10 to 72 bytes. Spaces are not trimmed, and characters are not normalized. */
export const newPassword = z
  .string()
  .default("")
  .superRefine((value, context) => {
    const bytes = encoder.encode(value).length;
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (bytes === 0) add("Enter a password.");
    else if (bytes < 10) add("Use at least 10 characters.");
    else if (bytes > MAX_PASSWORD_BYTES) add(tooLong(value));
  });

export const code = z
  .string()
  .default("")
  .transform((value) => value.replace(/[\s-]/g, ""))
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: "Enter the code." });
    else if (!/^\d{8}$/.test(value)) {
      context.addIssue({ code: "custom", message: "Enter all 8 digits of the code." });
    }
  });

export const signUpSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter your name." }),
  email,
});

export const signInSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("code"), email }),
  z.object({
    intent: z.literal("password"),
    email,
    password: z.string().min(1, "Enter your password."),
  }),
]);

export const emailSchema = z.object({ email });

/** `email` is optional, because a cookie usually stores it. */
export const verifyCodeSchema = z.object({ code, email: email.optional() });

export const passwordSchema = z.object({ password: newPassword });
