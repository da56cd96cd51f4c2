import type { ItemDefinition } from "@/features/items/types";
import {
  cleanDraft,
  type ItemFieldValues,
  itemFields,
  withItemFields,
} from "@/features/requests/draft/clean";
import type { DraftInput, DraftPath } from "@/features/requests/types";
import {
  insertInOrder,
  isBaseValue,
  isSameValue,
  type Merge,
  mergeFields,
  mergeSets,
} from "@/lib/drafts/merge";
import { cleanLine } from "@/lib/forms/clean-text";

type Named = ItemDefinition & { id: string };

const textFields = ({ title, message, dueOn, assigneeId }: DraftInput) => ({
  title,
  message,
  dueOn,
  assigneeId,
});

/**
 * An item may lack its id, because the response to an earlier save was lost. Such an item gets the
 * id of a stored item with the same kind and title, otherwise a temporary id.
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
      const fields = mergeFields<ItemFieldValues>(known, itemFields(typed), itemFields(stored));
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
 * If both drafts changed a field differently, `merged` contains the typed value and `conflicts`
 * names the field.
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

export function partsOf(path: DraftPath) {
  const [, id, field] = /^items\.([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
  return { id, field: field as keyof ItemFieldValues | undefined };
}

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
