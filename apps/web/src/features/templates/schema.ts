import { z } from "zod";
import type { ItemDefinition } from "@/features/items/types";
import { cleanItem } from "@/features/requests/draft/clean";
import { showItem } from "@/features/requests/draft/compare";
import { findItemProblems, readItems } from "@/features/requests/schema";
import { composer, itemAmount } from "@/features/requests/strings";
import { strings } from "@/features/templates/strings";
import type { TemplateContent } from "@/features/templates/types";
import { DAY_MS } from "@/lib/format/durations";
import { dateInZone } from "@/lib/format/format";
import { cleanLine, cleanText } from "@/lib/forms/clean-text";
import type { VersionRow } from "@/lib/forms/form-state";
import { formText } from "@/lib/forms/form-state";
import { flag, hidden, ids } from "@/lib/forms/hidden-fields";
import { line, text } from "@/lib/forms/text-schema";

const { rules } = strings;

const MAX_DUE_DAYS = 730;

/** Returns a date in the firm's time zone, or null for an invalid number of days. */
export function dueDateAfter(
  createdAt: string | Date,
  days: number,
  timeZone: string,
): string | null {
  if (!Number.isInteger(days) || days < 0 || days > MAX_DUE_DAYS) return null;
  const due = new Date(new Date(createdAt).getTime() + days * DAY_MS);
  return dateInZone(due, timeZone);
}

const templateSchema = z.object({
  title: line({ min: 3, max: 120, missing: rules.title }),
  due_in_days: z
    .number(rules.wholeDays)
    .int(rules.wholeDays)
    .min(0, rules.dueInDays(MAX_DUE_DAYS))
    .max(MAX_DUE_DAYS, rules.dueInDays(MAX_DUE_DAYS)),
  message: text({ max: 2_000 }),
});

export const archiveTemplateSchema = ids("template_id").extend({ archived: flag });

/** If the form does not contain a time zone, the action uses UTC. */
const timeZone = hidden.transform((value) => value || "UTC");

export const tryOnYourselfSchema = ids("org_id").extend({ time_zone: timeZone });

export const startDraftSchema = ids("org_id", "client_id", "template_id")
  .extend({ time_zone: timeZone })
  .refine(({ client_id }) => client_id !== "", {
    path: ["client_id"],
    message: composer.chooseClient,
  });

export function readTemplate(form: FormData): TemplateContent {
  const days = formText(form, "due_in_days").trim();
  return {
    title: formText(form, "title"),
    message: formText(form, "message"),
    dueInDays: days === "" ? Number.NaN : Number(days),
    items: readItems(form),
  };
}

export function findTemplateProblems(template: TemplateContent): Record<string, string> {
  const result = templateSchema.safeParse({ ...template, due_in_days: template.dueInDays });
  const problems: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    problems[String(issue.path[0])] ??= issue.message;
  }
  return { ...problems, ...findItemProblems(template.items) };
}

/**
 * Cleans the texts as the database does before it stores them, and removes the ids of the items.
 */
export function cleanTemplate({ title, message, dueInDays, items }: TemplateContent) {
  return {
    title: cleanLine(title),
    message: cleanText(message),
    dueInDays,
    items: items.map((item) => ({ ...cleanItem(item), id: undefined })),
  };
}

function describeItem(item: ItemDefinition, index: number): string {
  const { kind, section, help, options } = item;
  const kindDetails = {
    file: [showItem(item).accept],
    text: [],
    choice: [options.choices.join(", "), options.multiple && composer.multiple],
    date: [],
  }[kind];
  const details = [section, itemAmount(item), ...kindDetails, help].filter(Boolean);
  return `${index + 1}. ${item.title} (${details.join("; ")})`;
}

export function compareTemplates(theirs: TemplateContent, mine: TemplateContent): VersionRow[] {
  const show = (template: TemplateContent) => ({
    title: template.title,
    message: template.message,
    dueInDays: String(template.dueInDays),
    items: template.items.map(describeItem).join("\n"),
  });
  const [left, right] = [show(theirs), show(mine)];
  return (["title", "message", "dueInDays", "items"] as const)
    .filter((name) => left[name] !== right[name])
    .map((name) => ({ label: strings.field[name], theirs: left[name], mine: right[name] }));
}
