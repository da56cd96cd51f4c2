import type { DraftInput } from "@/features/requests/schema";
import { colleagueName, composer, edit, page } from "@/features/requests/strings";
import type { Colleague, ItemDefinition, Request } from "@/features/requests/types";
import type { VersionRow } from "@/lib/form-state";
import { cleanLine, cleanText } from "@/lib/text-schema";

type Details = {
  title: string;
  message: string;
  dueOn: string | null;
  assigneeId: string | null;
  remindersPaused: boolean;
};

function differing<K extends keyof typeof edit.field>(
  theirs: Record<K, string>,
  mine: Record<K, string>,
): VersionRow[] {
  return (Object.keys(theirs) as K[])
    .filter((name) => theirs[name] !== mine[name])
    .map((name) => ({ label: edit.field[name], theirs: theirs[name], mine: mine[name] }));
}

/** The fields in which the stored words of a request and the typed ones differ. */
export function compareDetails(
  theirs: Request,
  mine: Details,
  colleagues: readonly Colleague[],
): VersionRow[] {
  const nameOf = (assigneeId: string | null) => {
    const colleague = colleagues.find(({ userId }) => userId === assigneeId);
    return colleague ? colleagueName(colleague) : page.nobody;
  };
  const show = (details: Details) => ({
    title: details.title,
    message: details.message,
    due_on: details.dueOn ?? "",
    assignee_id: nameOf(details.assigneeId),
    reminders: details.remindersPaused ? edit.paused : edit.notPaused,
  });
  return differing(show(theirs), show(mine));
}

/** The fields in which a stored item and the typed one differ. */
export function compareItems(theirs: ItemDefinition, mine: ItemDefinition): VersionRow[] {
  const show = (item: ItemDefinition) => ({
    title: item.title,
    section: item.section,
    help: item.help,
    required: item.required ? edit.yes : edit.no,
    choices: item.kind === "choice" ? item.options.choices.join("\n") : "",
    multiple: item.kind === "choice" && item.options.multiple ? edit.yes : edit.no,
    max_files: String(item.maxFiles),
    accept: item.accept.toSorted().join(", "),
  });
  return differing(show(theirs), show(mine));
}

/** What the composer would hold for a stored draft. */
export function toDraft(request: Request): DraftInput {
  return {
    title: request.title,
    message: request.message,
    dueOn: request.dueOn,
    contactIds: request.recipients.map(({ contactId }) => contactId),
    items: request.items,
  };
}

/** A draft as the database would store its words; what its kinds of items do not ask is left out. */
function cleaned(draft: DraftInput): DraftInput {
  return {
    title: cleanLine(draft.title),
    message: cleanText(draft.message),
    dueOn: draft.dueOn,
    contactIds: draft.contactIds.toSorted(),
    items: draft.items.map((item) => ({
      id: item.id,
      section: cleanLine(item.section),
      kind: item.kind,
      title: cleanLine(item.title),
      help: cleanText(item.help),
      options:
        item.kind === "choice"
          ? {
              choices: item.options.choices.map(cleanLine),
              multiple: item.options.multiple,
            }
          : { choices: [], multiple: false },
      required: item.required,
      maxFiles: item.kind === "file" ? item.maxFiles : 0,
      accept: item.kind === "file" ? item.accept.toSorted() : [],
    })),
  };
}

/** One state of a draft's words; where its items are stored makes no difference. */
export function printOfDraft(draft: DraftInput): string {
  const { items, ...words } = cleaned(draft);
  return JSON.stringify({ ...words, items: items.map((item) => ({ ...item, id: undefined })) });
}

type Stored = ItemDefinition | undefined;

/** For each typed item the stored one: by its id, else by what it asks for. */
function pairItems(theirs: ItemDefinition[], mine: ItemDefinition[]): Stored[] {
  const ids = new Set(mine.map(({ id }) => id));
  const free = theirs.filter(({ id }) => !ids.has(id));
  return mine.map((item) => {
    const own = theirs.find(({ id }) => id !== undefined && id === item.id);
    if (own) return own;
    const index = free.findIndex(
      ({ kind, title }) => kind === item.kind && title === cleanLine(item.title),
    );
    return index < 0 ? undefined : free.splice(index, 1)[0];
  });
}

/** What differs between the stored draft and the typed one; `names` are those of the contacts. */
export function compareDrafts(
  stored: DraftInput,
  typed: DraftInput,
  names: ReadonlyMap<string, string>,
): VersionRow[] {
  const [theirs, mine] = [cleaned(stored), cleaned(typed)];
  const pairs = pairItems(theirs.items, mine.items);
  const show = (draft: DraftInput) => ({
    title: draft.title,
    message: draft.message,
    due_on: draft.dueOn ?? "",
    contacts: draft.contactIds.map((id) => names.get(id) ?? id).join("\n"),
  });
  const list = ({ items }: DraftInput) =>
    items.map(({ title }, index) => `${index + 1}. ${title}`).join("\n");
  const isSameList =
    theirs.items.length === mine.items.length &&
    theirs.items.every((item, index) => pairs[index] === item);
  return [
    ...differing(show(theirs), show(mine)),
    ...(isSameList ? [] : [{ label: composer.items, theirs: list(theirs), mine: list(mine) }]),
    ...mine.items.flatMap((item, index) => {
      const pair = pairs[index];
      const rows = pair ? compareItems(pair, item) : [];
      return rows.map((row) => ({ ...row, label: `${composer.item(index + 1)}: ${row.label}` }));
    }),
  ];
}
