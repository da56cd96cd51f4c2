import { formatCount } from "@/lib/format/format";

export const strings = {
  title: "Templates",
  columns: { title: "Template", items: "Items", due: "Due in", updated: "Last change" },
  days: (days: number) => formatCount(days, "day"),
  find: "Find a template",
  new: "New template",
  noneTitle: "No templates yet",
  none: "Save the items you often ask for as a template, then start requests from it.",
  items: (count: number) => formatCount(count, "item"),
  due: (days: number) =>
    days === 0 ? "due on the day the request is created" : `due in ${formatCount(days, "day")}`,
  archivedList: "Archived",
  archived: "Archived",
  archivedNote: "This template is archived. You cannot start new requests from it.",
  archive: "Archive template",
  restore: "Restore template",
  use: "Start a request",
  startFrom: "Or start from a template:",
  tryClient: (name: string) => `${name} (test)`,
  tryOn: "Create a test request",
  titleField: "Template title",
  message: "Message",
  dueInDays: "Days until the request is due",
  dueHint: "Counted from the day on which the request is created",
  /** For a preview without a chosen client. */
  previewClient: "your client",
  previewFailed: "The preview could not be loaded.",
  retry: "Try again",
  save: "Save",
  saved: "Template saved",
  field: {
    title: "Template title",
    message: "Message",
    dueInDays: "Days until the request is due",
    items: "Items",
  },
} as const;
