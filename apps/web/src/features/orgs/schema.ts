import { isFirmColor } from "@dossier/supabase/firm-colors";
import { z } from "zod";
import { strings } from "@/features/orgs/strings";
import { INVALID_FIRM_COLOR } from "@/lib/errors/firm-color-sentence";
import { isTimeZone } from "@/lib/format/format";
import { cleanLine } from "@/lib/forms/clean-text";
import { nameProblem } from "@/lib/forms/names";
import { email, line, name } from "@/lib/forms/text-schema";
import { imageIntent } from "@/lib/images/image-intent";

/** The app has its own pages at these paths below `/o`. */
const RESERVED_SLUGS = new Set(["new"]);

const slug = z
  .string()
  .default("")
  .transform((value) => value.trim().toLowerCase())
  .superRefine((value, context) => {
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (!/^[a-z0-9-]{3,40}$/.test(value)) {
      add(strings.rules.slug);
    } else if (RESERVED_SLUGS.has(value)) add(strings.rules.slugReserved);
  });

/** An invalid slug becomes an empty string, which matches no firm. */
export const ownSlug = z
  .string()
  .regex(/^[a-z0-9-]{3,40}$/)
  .catch("");

export const POSTAL_ADDRESS_MAX_LENGTH = 200;

const firmName = name({ isFirm: true, min: 2, max: 80, missing: strings.rules.name });
const timeZone = z.string().default("").refine(isTimeZone, strings.rules.timeZone);

/** Emails show the postal address, so it must not contain links or email addresses. */
const postalAddress = line({ max: POSTAL_ADDRESS_MAX_LENGTH }).refine(
  (value) => nameProblem(value, false) === undefined,
  strings.rules.postalAddress,
);

export const createOrgSchema = z.object({ name: firmName, slug, time_zone: timeZone });

export const generalSchema = z.object({
  org_id: z.uuid(),
  /** The slug before the change. */
  org: z.string(),
  name: firmName,
  slug,
  reply_email: email,
  postal_address: postalAddress,
  time_zone: timeZone,
});

const RETENTION_DAYS = { min: 30, max: 3_650 };

const retentionRule = strings.rules.retention(RETENTION_DAYS.min, RETENTION_DAYS.max);

export const retentionSchema = z.object({
  org_id: z.uuid(),
  retention_days: z
    .string()
    .default("")
    .transform((value) => value.trim())
    .pipe(z.string().regex(/^\d{1,5}$/, strings.rules.wholeDays))
    .transform(Number)
    .refine((days) => days >= RETENTION_DAYS.min && days <= RETENTION_DAYS.max, retentionRule),
});

export const deleteOrgSchema = z.object({ org_id: z.uuid(), confirmation: line({ max: 80 }) });

export function confirmsOrgName(typed: string, orgName: string): boolean {
  const expected = cleanLine(orgName);
  return expected !== "" && typed === expected;
}

export const logoSchema = z.object({ org: ownSlug, intent: imageIntent });

export const brandSchema = z.object({
  org_id: z.uuid(),
  brand_color: z
    .string()
    .default("")
    .transform((value) => value.trim().toLowerCase())
    .refine((value) => value === "" || isFirmColor(value), INVALID_FIRM_COLOR),
  version: z.coerce.number().int().min(1),
});

export const mfaPolicySchema = z.object({
  org_id: z.uuid(),
  require_mfa: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});
