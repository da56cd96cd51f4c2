import { ACCEPT_GROUPS } from "@/features/files/schema";
import type { ItemDefinition } from "@/features/items/types";
import { partsOf } from "@/features/requests/draft/merge";
import { assigneeName, composer, edit, fileTypes, page } from "@/features/requests/strings";
import type {
  Assignee,
  DraftConflictRow,
  DraftInput,
  DraftPath,
  Request,
} from "@/features/requests/types";
import { formatDate, isCalendarDate } from "@/lib/format/format";
import type { VersionRow } from "@/lib/forms/form-state";

export type Details = {
  title: string;
  message: string;
  dueOn: string;
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

/** Formats a date. Returns any other text unchanged, because a form may contain any text. */
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
    contactIds: request.contacts.map(({ contactId }) => contactId),
    items: request.items,
  };
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
