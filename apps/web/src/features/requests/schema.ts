import { z } from "zod";
import { ACCEPT_GROUPS, type AcceptGroup } from "@/features/files/schema";
import type { ItemDefinition, ItemKind } from "@/features/items/types";
import { rules } from "@/features/requests/strings";
import type { DraftInput, RequestFilter } from "@/features/requests/types";
import { isDayKey, isInstantKey, type KeyTest } from "@/lib/backend/page-key";
import { formatDate } from "@/lib/format/format";
import { formText } from "@/lib/forms/form-state";
import { count, flag, hidden, ids } from "@/lib/forms/hidden-fields";
import { MAX_ITEMS } from "@/lib/forms/limits";
import { line, text } from "@/lib/forms/text-schema";
import { toUuid } from "@/lib/ids/uuid";

export const ITEM_KINDS = ["file", "text", "choice", "date"] as const satisfies readonly ItemKind[];

export const MAX_FILES = 20;
export const MAX_CONTACTS = 5;
export const DEFAULT_DUE_DAYS = 14;

export function blankItem(kind: ItemKind): ItemDefinition {
  return {
    section: "",
    kind,
    title: "",
    help: "",
    options: { choices: [], multiple: false },
    required: true,
    maxFiles: 5,
    accept: [],
  };
}

export const isIn = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

export function readItem(form: FormData, prefix = ""): ItemDefinition | null {
  const name = (field: string) => `${prefix}${field}`;
  const kind = formText(form, name("kind"));
  if (!isIn(ITEM_KINDS, kind)) return null;
  const choices = formText(form, name("choices"))
    .split(/\r?\n/)
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");
  const maxFiles = Number.parseInt(formText(form, name("max_files")), 10);
  return {
    id: toUuid(formText(form, name("id"))) || undefined,
    section: formText(form, name("section")),
    kind,
    title: formText(form, name("title")),
    help: formText(form, name("help")),
    options: { choices, multiple: form.has(name("multiple")) },
    required: form.has(name("required")),
    maxFiles: Number.isInteger(maxFiles) ? maxFiles : blankItem(kind).maxFiles,
    accept: form
      .getAll(name("accept"))
      .filter((group): group is AcceptGroup => isIn(ACCEPT_GROUPS, String(group))),
  };
}

export function isFull(items: readonly unknown[]): boolean {
  return items.length >= MAX_ITEMS;
}

/**
 * Reads at most one item more than the limit, so that the database refuses a list that is too long.
 * If this function stopped at the limit, the other items would be lost without an error.
 */
export function readItems(form: FormData): ItemDefinition[] {
  const items: ItemDefinition[] = [];
  for (let index = 0; index <= MAX_ITEMS; index += 1) {
    const item = readItem(form, `items.${index}.`);
    if (!item) break;
    items.push(item);
  }
  return items;
}

/** The fields of an item that can show an error, in the order of the page. */
export const ITEM_FIELDS = ["title", "help", "choices", "max_files", "section"];

export function itemFieldNames(items: readonly unknown[]): string[] {
  return items.flatMap((_, index) => ITEM_FIELDS.map((name) => `items.${index}.${name}`));
}

export function readDraft(form: FormData): DraftInput {
  return {
    title: formText(form, "title"),
    message: formText(form, "message"),
    dueOn: formText(form, "due_on") || null,
    assigneeId: toUuid(formText(form, "assignee_id")) || null,
    contactIds: form.getAll("contact_ids").map((id) => toUuid(String(id))),
    items: readItems(form),
  };
}

const storedItem = z.object({
  id: z.string().optional(),
  section: z.string(),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  help: z.string(),
  options: z.object({ choices: z.array(z.string()), multiple: z.boolean() }),
  required: z.boolean(),
  maxFiles: z.number(),
  accept: z.array(z.enum(ACCEPT_GROUPS)),
});
const storedDraft: z.ZodType<DraftInput> = z.object({
  title: z.string(),
  message: z.string(),
  dueOn: z.string().nullable(),
  // Drafts that an older release stored in the tab do not have this field.
  assigneeId: z.string().nullable().default(null),
  contactIds: z.array(z.string()),
  items: z.array(storedItem).max(MAX_ITEMS),
});

/**
 * Name of the form field that contains the draft from which the user started, as `baseText` writes
 * it.
 */
export const BASE = "base";

export function readBase(form: FormData): DraftInput | undefined {
  try {
    return storedDraft.safeParse(JSON.parse(formText(form, BASE))).data;
  } catch {
    return undefined;
  }
}

const itemSchema = z
  .object({
    section: line({ max: 60 }),
    kind: z.enum(ITEM_KINDS),
    title: line({ min: 3, max: 120, missing: rules.itemTitle }),
    help: text({ max: 2_000 }),
    options: z.object({
      choices: z.array(line({ min: 1, max: 120 })),
      multiple: z.boolean(),
    }),
    required: z.boolean(),
    maxFiles: z.number().int().min(1, rules.minFiles).max(MAX_FILES, rules.maxFiles(MAX_FILES)),
    accept: z.array(z.enum(ACCEPT_GROUPS)),
  })
  .superRefine((item, context) => {
    if (item.kind !== "choice") return;
    const add = (message: string) =>
      context.addIssue({ code: "custom", path: ["choices"], message });
    const { choices } = item.options;
    if (choices.length < 2) add(rules.minChoices);
    else if (choices.length > 30) add(rules.maxChoices);
    else if (new Set(choices).size < choices.length) add(rules.choiceRepeated);
  });

const contactIds = z
  .array(z.string())
  .min(1, rules.noContact)
  .max(MAX_CONTACTS, rules.maxContacts(MAX_CONTACTS));

export const addContactsSchema = ids("request_id").extend({
  contact_ids: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    contactIds.transform((contacts) => contacts.map(toUuid)),
  ),
});

const requestTitle = line({ min: 3, max: 120, missing: rules.title });

const sendableSchema = z.object({
  title: requestTitle,
  message: text({ max: 2_000 }),
  dueOn: z.iso
    .date(rules.dueOn)
    .nullable()
    .refine((value) => value !== null, {
      message: rules.dueOn,
    }),
  contactIds,
  items: z.array(itemSchema).min(1, "Add at least one item."),
});

const PAGE_ORDER = ["title", "contact_ids", "due_on", "message", "items", ...ITEM_FIELDS];

function byPlace([one]: [string, string], [other]: [string, string]): number {
  const places = [one, other].map((name) => {
    const [field = "", index = "0", part = ""] = name.split(".");
    return [PAGE_ORDER.indexOf(field), Number(index), PAGE_ORDER.indexOf(part)] as const;
  });
  const [left, right] = places;
  if (!left || !right) return 0;
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

const inPageOrder = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).sort(byPlace));

/** For example, returns `max_files` for `maxFiles`. */
const toFormName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const MAX_DUE_YEARS = 2;

/** For 29 February, returns 28 February. */
function yearsAfter(date: string, years: number): string {
  const [year = "", ...rest] = date.split("-");
  const day = rest.join("-");
  return `${Number(year) + years}-${day === "02-29" ? "02-28" : day}`;
}

function dueProblem(dueOn: string, today: string): string | undefined {
  const latest = yearsAfter(today, MAX_DUE_YEARS);
  if (dueOn >= today && dueOn <= latest) return undefined;
  return `Choose a date between today and ${formatDate(latest)}.`;
}

/**
 * The database checks the same rules.
 * @param today in the firm's time zone
 */
export function findProblems(draft: DraftInput, today: string): Record<string, string> {
  const problems = nameProblems(sendableSchema.safeParse(draft));
  const late = draft.dueOn ? dueProblem(draft.dueOn, today) : undefined;
  if (late) problems.due_on ??= late;
  return inPageOrder(problems);
}

export function findItemProblems(items: readonly ItemDefinition[]): Record<string, string> {
  return inPageOrder(nameProblems(z.object({ items: z.array(itemSchema) }).safeParse({ items })));
}

export function findProblemsOfItem(item: ItemDefinition): Record<string, string> {
  return inPageOrder(nameProblems(itemSchema.safeParse(item)));
}

function nameProblems({ error }: z.ZodSafeParseResult<unknown>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error?.issues ?? []) {
    const path = issue.path.map((part) => toFormName(String(part)));
    // One field contains all choices, one per line.
    const name = path.join(".").replace(/(^|\.)options\.choices(\.\d+)?$/, "$1choices");
    problems[name] ??= issue.message;
  }
  return problems;
}

export const detailsSchema = ids("request_id", "org_id", "assignee_id").extend({
  title: requestTitle,
  message: text({ max: 2_000 }),
  due_on: z.iso.date(rules.dueOn),
});

/**
 * Does not check whether the due date is in the past: only the server's clock decides this, and
 * someone else may have changed the date.
 */
export const areDetailsValid = (form: FormData): boolean =>
  detailsSchema.safeParse(Object.fromEntries(form)).success;

export const reopenSchema = ids("request_id").extend({
  note: text({ min: 3, max: 1_000, missing: rules.note }),
});

export const reasonSchema = ids("request_id").extend({
  reason: text({ min: 3, max: 1_000, missing: rules.reason }),
  close: hidden,
});

export const arrangeItemSchema = ids("item_id").extend({ intent: hidden, position: count });

export const archiveRequestSchema = ids("request_id").extend({ archived: flag });

export const isByDue = (filter: RequestFilter | undefined): boolean =>
  filter === "open" || filter === "overdue" || filter === "due_this_week";

export const keyTestOf = (filter: RequestFilter | undefined): KeyTest =>
  isByDue(filter) ? isDayKey : isInstantKey;
