import { z } from "zod";
import { line } from "@/lib/text-schema";

/** Words that are paths of their own below `/o`. */
const RESERVED_SLUGS = new Set(["new"]);

/** Address part of a firm: `[a-z0-9-]{3,40}`. */
export const slug = z
  .string()
  .default("")
  .transform((value) => value.trim().toLowerCase())
  .superRefine((value, context) => {
    const add = (message: string) => context.addIssue({ code: "custom", message });
    if (!/^[a-z0-9-]{3,40}$/.test(value)) {
      add("Use 3 to 40 small letters, digits and hyphens.");
    } else if (RESERVED_SLUGS.has(value)) add("This address is reserved. Choose another.");
  });

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value !== "";
  } catch {
    return false;
  }
}

/** Fields of the form that creates a firm. */
export const createOrgSchema = z.object({
  name: line({ min: 2, max: 80, missing: "Enter the name of your firm." }),
  slug,
  time_zone: z.string().default("").refine(isTimeZone, "Choose a time zone."),
});

/** What {@link createOrgSchema} yields. */
export type NewOrg = z.infer<typeof createOrgSchema>;
