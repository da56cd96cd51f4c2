import type { ItemDefinition } from "@/features/items/types";
import { blankItem } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import { shortJson } from "@/lib/drafts/short-json";
import { cleanLine, cleanText } from "@/lib/forms/clean-text";

/** Cleans the texts as the database does before it stores them. */
export function cleanDraft(draft: DraftInput): DraftInput {
  return {
    title: cleanLine(draft.title),
    message: cleanText(draft.message),
    dueOn: draft.dueOn,
    assigneeId: draft.assigneeId,
    contactIds: draft.contactIds.toSorted(),
    items: draft.items.map(cleanItem),
  };
}

/** Replaces long texts with digests, to keep the form small. A merge only compares these texts. */
export function baseText(draft: DraftInput | undefined): string {
  return shortJson(draft ? cleanDraft(draft) : null);
}

/**
 * Cleans the texts as the database does, and sets the fields that the item's kind does not use to
 * their defaults.
 */
export function cleanItem(item: ItemDefinition): ItemDefinition {
  const blank = blankItem(item.kind);
  return {
    id: item.id,
    section: cleanLine(item.section),
    kind: item.kind,
    title: cleanLine(item.title),
    help: cleanText(item.help),
    options:
      item.kind === "choice"
        ? { choices: item.options.choices.map(cleanLine), multiple: item.options.multiple }
        : blank.options,
    required: item.required,
    maxFiles: item.kind === "file" ? item.maxFiles : blank.maxFiles,
    accept: item.kind === "file" ? item.accept.toSorted() : blank.accept,
  };
}

export function fingerprintOfDraft(draft: DraftInput): string {
  const { items, ...fields } = cleanDraft(draft);
  return JSON.stringify({ ...fields, items: items.map((item) => ({ ...item, id: undefined })) });
}

export function itemFields(item: ItemDefinition) {
  const { section, kind, title, help, options, required, maxFiles, accept } = cleanItem(item);
  const { choices, multiple } = options;
  return {
    kind,
    title,
    section,
    help,
    required,
    choices,
    multiple,
    max_files: maxFiles,
    accept,
  };
}

export type ItemFieldValues = ReturnType<typeof itemFields>;

export function withItemFields(item: ItemDefinition, fields: ItemFieldValues): ItemDefinition {
  const { choices, multiple, max_files: maxFiles, ...rest } = fields;
  return { ...item, ...rest, maxFiles, options: { choices, multiple } };
}
