import { z } from "zod";
import { strings } from "@/features/mfa/strings";
import { line } from "@/lib/forms/text-schema";

export const totpCode = z
  .string()
  .default("")
  .transform((value) => value.replace(/[\s-]/g, ""))
  .superRefine((value, context) => {
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (value === "") add(strings.rules.code);
    else if (!/^\d{6}$/.test(value)) add(strings.rules.codeLength);
  });

export const factorCodeSchema = z.object({
  factorId: z.uuid(strings.rules.factor),
  code: totpCode,
});

export const factorNameSchema = z.object({
  name: line({ min: 1, max: 60, missing: strings.rules.name }),
});

const PICTURE = "data:image/svg+xml";

export const newFactorSchema = z.object({
  factorId: z.uuid(),
  uri: z.string().startsWith("otpauth://"),
  picture: z.string().startsWith(PICTURE),
  code: totpCode,
});

export function spellSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
