import { ACCEPT_GROUPS } from "@/features/files/schema";
import type { ItemDefinition } from "@/features/items/types";
import { blankItem } from "@/features/requests/schema";
import { assigneeName, composer, edit, fileTypes, page } from "@/features/requests/strings";
import type {
  Assignee,
  DraftConflictRow,
  DraftInput,
  DraftPath,
  Request,
} from "@/features/requests/types";
import {
  insertInOrder,
  isBaseValue,
  isSameValue,
  type Merge,
  mergeFields,
  mergeSets,
} from "@/lib/drafts/merge";
import { shortJson } from "@/lib/drafts/short-json";
import { formatDate, isCalendarDate } from "@/lib/format/format";
import { cleanLine, cleanText } from "@/lib/forms/clean-text";
import type { VersionRow } from "@/lib/forms/form-state";

export type Details = {
  title: string;
  message: string;
  dueOn: string;
  /** Empty if the request is assigned to no one. */
  assigneeId: string;
  remindersPaused: boolean;
};

export function toDetails(request: Request): Details {
  const { title, message, dueOn, assigneeId, remindersPaused } = request;
  return { title, message, dueOn: dueOn ?? "", assigneeId: assigneeId ?? "", remindersPaused };
}

function differing<K extends keyof typeof edit.field>(
  theirs: Record<K, string>,
  mine: Record<K, string>,
): VersionRow[] {
  return (Object.keys(theirs) as K[])
    .filter((name) => theirs[name] !== mine[name])
    .map((name) => ({ label: edit.field[name], theirs: theirs[name], mine: mine[name] }));
}

function nameOfAssignee(userId: string | null, assignees: readonly Assignee[]): string {
  const assignee = assignees.find((each) => each.userId === userId);
  return assignee ? assigneeName(assignee) : page.noOne;
}

/** Returns text that is not a date unchanged, because a form may contain any text. */
const showDate = (date: string) => (isCalendarDate(date) ? formatDate(date) : date);

export function compareDetails(
  theirs: Details,
  mine: Details,
  assignees: readonly Assignee[],
): VersionRow[] {
  const show = (details: Details) => ({
    title: details.title,
    message: details.message,
    due_on: showDate(details.dueOn),
    assignee_id: nameOfAssignee(details.assigneeId, assignees),
    reminders: details.remindersPaused ? edit.paused : edit.notPaused,
  });
  return differing(show(theirs), show(mine));
}

export function compareItems(theirs: ItemDefinition, mine: ItemDefinition): VersionRow[] {
  return differing(showItem(theirs), showItem(mine));
}

export function showItem(item: ItemDefinition) {
  return {
    title: item.title,
    kind: composer.kinds[item.kind],
    section: item.section,
    help: item.help,
    required: item.required ? edit.yes : edit.no,
    choices: item.kind === "choice" ? item.options.choices.join("\n") : "",
    multiple: item.kind === "choice" && item.options.multiple ? edit.yes : edit.no,
    max_files: String(item.maxFiles),
    accept: fileTypes(ACCEPT_GROUPS.filter((group) => item.accept.includes(group))),
  };
}

export function toDraft(request: Request): DraftInput {
  return {
    title: request.title,
    message: request.message,
    dueOn: request.dueOn,
    assigneeId: request.assigneeId,
    contactIds: request.recipients.map(({ contactId }) => contactId),
    items: request.items,
  };
}

/**
 * Cleans the texts of a draft as the database does before it stores them. Sets the fields that the
 * kind of an item does not use to their defaults.
 */
function cleanDraft(draft: DraftInput): DraftInput {
  return {
    title: cleanLine(draft.title),
    message: cleanText(draft.message),
    dueOn: draft.dueOn,
    assigneeId: draft.assigneeId,
    contactIds: draft.contactIds.toSorted(),
    items: draft.items.map(cleanItem),
  };
}

/**
 * Returns the stored draft that the user edited, for the form's hidden field. Digests replace long
 * texts to keep the form small, because a merge only compares the texts.
 */
export function baseText(draft: DraftInput | undefined): string {
  return shortJson(draft ? cleanDraft(draft) : null);
}

/**
 * Cleans the texts of an item as the database does before it stores them. Sets the fields that the
 * item's kind does not use to their defaults.
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

/** Returns a text that identifies the content of a draft. Ignores the ids of the items. */
export function fingerprintOfDraft(draft: DraftInput): string {
  const { items, ...fields } = cleanDraft(draft);
  return JSON.stringify({ ...fields, items: items.map((item) => ({ ...item, id: undefined })) });
}

type Named = ItemDefinition & { id: string };

const textFields = ({ title, message, dueOn, assigneeId }: DraftInput) => ({
  title,
  message,
  dueOn,
  assigneeId,
});

/** Returns the cleaned fields of an item that the user can edit. Omits its id. */
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

type ItemFields = ReturnType<typeof itemFields>;

export function withItemFields(item: ItemDefinition, fields: ItemFields): ItemDefinition {
  const { choices, multiple, max_files: maxFiles, ...rest } = fields;
  return { ...item, ...rest, maxFiles, options: { choices, multiple } };
}

/**
 * Gives every typed item an id. An item may lack its id, because the response to an earlier save
 * was lost. Such an item gets the id of a stored item with the same kind and title. If no stored
 * item matches, the id is temporary.
 */
function nameItems(items: ItemDefinition[], theirs: ItemDefinition[]): Named[] {
  const ids = new Set(items.map(({ id }) => id));
  const free = theirs.filter(({ id }) => !ids.has(id));
  return items.map((item, index) => {
    if (item.id) return { ...item, id: item.id };
    const place = free.findIndex(
      ({ kind, title }) => kind === item.kind && title === cleanLine(item.title),
    );
    const [same] = place < 0 ? [] : free.splice(place, 1);
    return { ...item, id: same?.id ?? temporaryId(index) };
  });
}

const temporaryId = (index: number) => `new-${index}`;
const isTemporary = (id: string) => id.startsWith("new-");

const idsOf = (items: readonly { id?: string | undefined }[]) => items.map(({ id }) => id);

/**
 * Merges the order of the items that both drafts contain. Reports a conflict if both drafts changed
 * the order.
 */
function mergeOrder(base: Named[] | undefined, mine: Named[], theirs: Named[], merged: Named[]) {
  const shared = idsOf(merged).filter(
    (id) =>
      [mine, theirs].every((items) => idsOf(items).includes(id)) &&
      (!base || idsOf(base).includes(id)),
  );
  const orderOf = (items: Named[] | undefined) =>
    items && idsOf(items).filter((id) => shared.includes(id));
  const orders = mergeFields(
    base ? { order: orderOf(base) } : {},
    { order: orderOf(mine) },
    { order: orderOf(theirs) },
  );
  const isMine = isSameValue(orders.merged.order, orderOf(mine));
  return { isMine, isConflict: orders.conflicts.length > 0 };
}

function mergeItems(
  base: Named[] | undefined,
  mine: Named[],
  theirs: Named[],
): Merge<ItemDefinition[], DraftPath> {
  const conflicts: DraftPath[] = [];
  const find = (items: Named[] | undefined, id: string) => items?.find((item) => item.id === id);
  const merged: Named[] = [];
  for (const id of new Set([...mine, ...theirs].map((item) => item.id))) {
    const [before, typed, stored] = [find(base, id), find(mine, id), find(theirs, id)];
    if (typed && stored) {
      const known = before ? itemFields(before) : {};
      const fields = mergeFields<ItemFields>(known, itemFields(typed), itemFields(stored));
      merged.push({ ...withItemFields(typed, fields.merged), id });
      conflicts.push(...fields.conflicts.map((field) => `items.${id}.${field}`));
    } else {
      const left = typed ?? stored;
      if (!left) continue;
      const isUnchanged = before && isBaseValue(itemFields(before), itemFields(left));
      if (before && !isUnchanged) conflicts.push(`items.${id}`);
      if (!before || (typed && !isUnchanged)) merged.push(left);
    }
  }
  const order = mergeOrder(base, mine, theirs, merged);
  if (order.isConflict) conflicts.push("order");
  const [first, second] = order.isMine ? [mine, theirs] : [theirs, mine];
  const listed = first.flatMap(({ id }) => find(merged, id) ?? []);
  const isAdded = ({ id }: Named) => Boolean(find(merged, id)) && !find(listed, id);
  const all = insertInOrder(listed, second, isAdded, ({ id }) => id);
  const items = all.map(({ id, ...item }) => (isTemporary(id) ? item : { ...item, id }));
  return { merged: items, conflicts };
}

/**
 * Merges the typed draft with the stored draft. If only one draft changed a field, the result
 * contains the change. Lists are merged element by element. If both drafts changed a field
 * differently, `merged` contains the typed value and `conflicts` names the field.
 * @param base the version that the user edited, possibly with digests (`baseText`). Without a base,
 * every field that differs is a conflict, and the items and contacts of both drafts are kept.
 */
export function mergeDrafts(
  base: DraftInput | undefined,
  typed: DraftInput,
  stored: DraftInput,
): Merge<DraftInput, DraftPath> {
  const [before, mine, theirs] = [base && cleanDraft(base), cleanDraft(typed), cleanDraft(stored)];
  const fields = mergeFields(
    before ? textFields(before) : {},
    textFields(mine),
    textFields(theirs),
  );
  const items = mergeItems(
    before && nameItems(before.items, []),
    nameItems(mine.items, theirs.items),
    nameItems(theirs.items, []),
  );
  const contactIds = mergeSets(before?.contactIds ?? [], mine.contactIds, theirs.contactIds);
  return {
    merged: { ...fields.merged, contactIds, items: items.merged },
    conflicts: [...fields.conflicts, ...items.conflicts],
  };
}

function partsOf(path: DraftPath) {
  const [, id, field] = /^items\.([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
  return { id, field: field as keyof ItemFields | undefined };
}

/** Returns the typed draft with one part from the stored draft: a field, an item, or the order. */
export function takeStored(draft: DraftInput, stored: DraftInput, path: DraftPath): DraftInput {
  const { id, field } = partsOf(path);
  const theirs = stored.items.find((item) => item.id === id);
  const idOf = (item: ItemDefinition) => item.id ?? item;
  if (path === "order") {
    const shared = stored.items.flatMap(
      (item) => draft.items.find((each) => each.id === item.id) ?? [],
    );
    const isAdded = (item: ItemDefinition) => !shared.includes(item);
    return { ...draft, items: insertInOrder(shared, draft.items, isAdded, idOf) };
  }
  if (!id) return { ...draft, ...pick(textFields(stored), path) };
  if (!field && theirs) {
    const isAdded = (item: ItemDefinition) =>
      item === theirs && !draft.items.some((each) => each.id === id);
    return { ...draft, items: insertInOrder(draft.items, stored.items, isAdded, idOf) };
  }
  if (!theirs) return { ...draft, items: draft.items.filter((item) => item.id !== id) };
  const items = draft.items.map((item) =>
    item.id === id && field
      ? withItemFields(item, { ...itemFields(item), ...pick(itemFields(theirs), field) })
      : item,
  );
  return { ...draft, items };
}

function pick<T extends object>(fields: T, name: string): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key === name)) as Partial<T>;
}

const FIELD_LABELS: Readonly<Record<string, "due_on" | "assignee_id">> = {
  dueOn: "due_on",
  assigneeId: "assignee_id",
};

export function describeConflicts(
  stored: DraftInput,
  merged: DraftInput,
  conflicts: readonly DraftPath[],
  assignees: readonly Assignee[] = [],
): DraftConflictRow[] {
  const list = ({ items }: DraftInput) =>
    items.map(({ title }, index) => `${index + 1}. ${title}`).join("\n");
  return conflicts.map((path) => {
    const { id, field } = partsOf(path);
    if (path === "order") {
      return { path, label: composer.items, theirs: list(stored), mine: list(merged) };
    }
    if (!id) {
      const label = edit.field[FIELD_LABELS[path] ?? (path as "title" | "message")];
      const show = (draft: DraftInput) => {
        if (path === "assigneeId") return nameOfAssignee(draft.assigneeId, assignees);
        if (path === "dueOn") return showDate(draft.dueOn ?? "");
        return draft[path as "title"] ?? "";
      };
      return { path, label, theirs: show(stored), mine: show(merged) };
    }
    const index = merged.items.findIndex((item) => item.id === id);
    const place = index < 0 ? stored.items.findIndex((item) => item.id === id) : index;
    const [theirs, mine] = [stored, merged].map(({ items }) =>
      items.find((item) => item.id === id),
    );
    const show = (item: ItemDefinition | undefined) => {
      if (!item) return composer.removedHere;
      return field ? showItem(item)[field] : item.title;
    };
    const label = composer.item(place + 1);
    return {
      path,
      label: field ? `${label}: ${edit.field[field]}` : label,
      theirs: show(theirs),
      mine: show(mine),
    };
  });
}
