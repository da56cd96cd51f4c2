import { z } from "zod";
import { line } from "@/lib/forms/text-schema";

/** A code of an authenticator app: 6 digits, spaces ignored. */
export const totpCode = z
  .string()
  .default("")
  .transform((value) => value.replace(/[\s-]/g, ""))
  .superRefine((value, context) => {
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (value === "") add("Enter the code from your app.");
    else if (!/^\d{6}$/.test(value)) add("The code has 6 digits.");
  });

/** Fields of the form that proves a factor. */
export const factorCodeSchema = z.object({
  factorId: z.uuid("Choose one of your apps."),
  code: totpCode,
});

/** First step of adding a factor: its name. */
export const factorNameSchema = z.object({
  name: line({ min: 1, max: 60, missing: "Give it a name, such as “Phone”." }),
});

const PICTURE = "data:image/svg+xml";

/** Second step: the first code, and the data for showing the page again. */
export const newFactorSchema = z.object({
  factorId: z.uuid(),
  uri: z.string().startsWith("otpauth://"),
  picture: z.string().startsWith(PICTURE),
  code: totpCode,
});

/** Formats the secret of an `otpauth:` address in groups of four for typing. */
export function spellSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
