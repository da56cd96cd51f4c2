import { edit, page } from "@/features/requests/strings";
import type { Colleague, ItemDefinition, Request } from "@/features/requests/types";
import type { VersionRow } from "@/lib/form-state";

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
  const show = (details: Details) => ({
    title: details.title,
    message: details.message,
    due_on: details.dueOn ?? "",
    assignee_id:
      colleagues.find(({ userId }) => userId === details.assigneeId)?.name ?? page.nobody,
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
    max_files: String(item.maxFiles),
    accept: item.accept.toSorted().join(", "),
  });
  return differing(show(theirs), show(mine));
}
