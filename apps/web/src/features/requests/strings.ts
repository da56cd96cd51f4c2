import type { AcceptGroup } from "@/features/files/schema";
import { acceptGroup, itemKind } from "@/features/items/strings";
import type { ItemDefinition, ItemKind, ItemStatus } from "@/features/items/types";
import type { Act, Assignee, RequestStatus, RequestView } from "@/features/requests/types";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { formatCount, formatNames, formatNumber, unbroken } from "@/lib/format/format";
import { endSentence } from "@/lib/format/sentences";
import { MAX_ITEMS } from "@/lib/forms/limits";

const ALREADY_WAIVED = "It is already waived, so contacts do not have to answer it.";

export const requestStatus: Record<RequestStatus, string> = {
  draft: "Draft",
  open: "Open",
  complete: "Complete",
  cancelled: "Canceled",
  archived: "Archived",
};

export const list = {
  title: "Requests",
  new: "New request",
  search: "Search requests",
  searchButton: "Search",
  clearSearch: "Clear search",
  clearFilters: "Clear filters",
  searchIn: "Title or client",
  columns: {
    request: "Request",
    status: "Status",
    progress: "Progress",
    due: "Due",
    assignee: "Assignee",
    activity: "Last activity",
  },
  addFilter: "Add filter",
  removeFilter: (name: string, value: string) => `Remove filter: ${name} ${value}`,
  me: "Me",
  filter: "Status",
  all: "All",
  dueFilter: "Due",
  overdue: "Overdue",
  thisWeek: "This week",
  anyone: "Anyone",
  emptyTitle: "No requests yet",
  empty: "Ask a client for documents and answers. The client answers everything from one link.",
  noMatch: (query: string) => `No requests match “${query}”`,
  noOpenMatch: (query: string) => `No open requests match “${query}”`,
  searchAll: "Search all requests",
  noneHere: "No requests match these filters",
  views: {
    mine: { title: "Assigned to me", none: "No open requests are assigned to you" },
    overdue: { title: "Overdue", none: "Nothing is overdue" },
    due_this_week: { title: "Due this week", none: "Nothing is due this week" },
  } satisfies Record<RequestView, { title: string; none: string }>,
  showAll: "Show all requests",
  allOverdue: "Show all overdue requests",
  noMore: "Nothing more in this list.",
  done: (done: number, total: number) => `${done} of ${total}`,
  /** Screen readers read this word after the numbers. */
  accepted: "accepted",
  /** Shown if the request has no required item. */
  optional: (count: number) => formatCount(count, "optional item"),
  waiting: (count: number) => `${count} to review`,
  due: (when: string) => `Due ${when}`,
} as const;

const sectionCalled = (name: string) => (name ? `section ${name}` : "the items without a section");

const MULTIPLE = "Let the client choose more than one";

export const composer = {
  newTitle: "New request",
  newLead: "Choose who to ask. On the next page, your draft is saved as you type.",
  client: "Client",
  chooseClient: "Choose a client",
  template: "Start from a template",
  templateHint: "You can change everything in the request.",
  noTemplate: "No template",
  continue: "Continue",
  noClientsTitle: "Add a client first",
  noClients:
    "You send a request to the contacts of a client. Add the client, then create the request.",
  addClient: "Add client",
  title: "Title",
  titleHint: "Request title",
  message: "Message",
  messageHint: "Shown above the list and in the email",
  due: "Due date",
  chooseDate: "Choose a date",
  reminders: "Reminders",
  remindersPlan: (count: number, first: string) =>
    count === 1 ? `1 email, on ${first}` : `${count} emails, the first on ${first}`,
  remindersLead: (zone: string) =>
    `If you send the request today, contacts are reminded on these days at 09:00 (${zone}) while they have something left to do.`,
  remindersNoDate: "Choose a due date to see when contacts are reminded.",
  contacts: "Contacts",
  addContact: "Add contact",
  items: "Items",
  itemCount: (items: number, sections: number) =>
    sections > 1
      ? `${formatNumber(items)} in ${formatNumber(sections)} sections`
      : formatNumber(items),
  noItems: "Add one item for each thing you need.",
  untitled: "Untitled item",
  noSection: "No section",
  problems: (count: number) => formatCount(count, "problem"),
  item: (number: number) => `Item ${number}`,
  itemTitle: "What do you need?",
  itemHelp: "Help text",
  section: "Section",
  required: "Required",
  maxFiles: "Maximum number of files",
  accept: "File types",
  acceptHint: "To accept every type, leave all boxes unchecked.",
  allTypes: "All types",
  choices: "Choices",
  choicesHint: "One per line",
  multiple: MULTIPLE,
  kind: "Type of answer",
  kinds: { file: "Files", text: "Text", choice: "Choice", date: "Date" } satisfies Record<
    ItemKind,
    string
  >,
  addSection: "Add section",
  newSection: "New section",
  sectionName: "Section name",
  sectionActions: (name: string) => `Actions for ${sectionCalled(name)}`,
  rename: "Rename",
  sectionUp: (name: string) => `Move up: ${sectionCalled(name)}`,
  sectionDown: (name: string) => `Move down: ${sectionCalled(name)}`,
  removeSection: (name: string) => `Remove ${sectionCalled(name)}`,
  sectionMoved: (name: string, to: number, count: number) =>
    `Moved ${sectionCalled(name)} to position ${to} of ${count}.`,
  removedSection: (name: string, items: number) =>
    name
      ? `You removed section “${name}” with ${formatCount(items, "item")}.`
      : `You removed ${formatCount(items, "item")} without a section.`,
  addItem: "Add item",
  /** Screen readers read this text after “Add item”. */
  addTo: (section: string) => (section ? ` to ${section}` : " without a section"),
  full: sentenceFor("limit_reached", { details: { what: "items", limit: MAX_ITEMS } }),
  actions: (number: number) => `Actions for item ${number}`,
  moveUp: "Move up",
  moveDown: "Move down",
  removeShort: "Remove",
  up: (number: number) => `Move up: item ${number}`,
  down: (number: number) => `Move down: item ${number}`,
  remove: (number: number) => `Remove item ${number}`,
  drag: (number: number) => `Drag item ${number} to another position`,
  moved: (to: number, count: number) => `Moved to position ${to} of ${count}.`,
  removed: (title: string, number: number) =>
    title ? `You removed “${title}”.` : `You removed item ${number}.`,
  undo: "Undo",
  putBack: (to: number) => `Restored at position ${to}.`,
  send: "Send",
  sendTo: (contacts: number) => ` to ${formatCount(contacts, "contact")}`,
  preview: "Preview",
  seenBy: (name: string) => `As ${name} sees it`,
  seenNow: (name: string) => `As ${name} sees it now`,
  seenByClient: "As your client sees it",
  previewTitle: "Your request",
  previewEmpty: "Your items appear here.",
  save: "Save draft",
  saved: "Saved",
  saving: "Saving…",
  notSaved: "Not saved yet",
  saveFailed: "Draft not saved. Your text is still here. We’ll try again when you type.",
  signIn: "Sign in",
  conflict: "Choose a version.",
  keepMine: "Keep my version",
  takeStored: "Use saved version",
  chooseVersion: "Choose a version for each field. Everything else is saved.",
  savedVersion: "Saved version",
  myVersion: "Yours",
  empty: "empty",
  removedHere: "removed",
  merged:
    "Someone else changed this draft, or you did in another tab. We saved both sets of changes. Check the draft before you send it.",
  cannotSend: "Correct the marked fields, then send the request.",
  delete: "Delete draft",
  deleteLead:
    "This draft was never sent. If you delete it, you cannot restore it. No one is notified.",
  deleted: "Draft deleted",
} as const;

export function fileTypes(accept: readonly AcceptGroup[]): string {
  const [first, ...others] = accept.map((group) => acceptGroup[group].replace(/ \(.*/, ""));
  if (!first) return composer.allTypes;
  return [first, ...others.map((name) => (name === "PDF" ? name : name.toLowerCase()))].join(", ");
}

export function itemAmount(item: ItemDefinition): string {
  const { kind, maxFiles, options, required } = item;
  const amounts: Record<ItemKind, string> = {
    file: maxFiles === 1 ? "1 file" : `Up to ${formatCount(maxFiles, "file")}`,
    text: itemKind.text,
    choice:
      options.choices.length > 0 ? formatCount(options.choices.length, "choice") : itemKind.choice,
    date: itemKind.date,
  };
  return required ? amounts[kind] : `${amounts[kind]}, optional`;
}

export const page = {
  reviewCount: (count: number) => `Review ${formatNumber(count)}`,
  /** Comes after the count in the review button. On phones, only screen readers read it. */
  answers: (count: number) => (count === 1 ? " answer" : " answers"),
  tabs: "Request",
  checklist: "Checklist",
  needed: "Needed",
  files: "Files",
  record: "Full record",
  items: "items",
  fileCount: "files",
  details: "Details and activity",
  people: "Contacts",
  activity: "Activity",
  sentOn: "Sent",
  sentBy: (date: string, name: string | null) => (name ? `${date} by ${unbroken(name)}` : date),
  reminders: "Reminders",
  link: "Client link",
  copyLink: "Copy client link",
  copied: "Copied",
  linkCopied: "Client link copied",
  selected: "The link is selected. Copy it with Ctrl+C or ⌘C, or with your phone’s menu.",
  linkHint: (status: RequestStatus) =>
    status === "open" || status === "complete"
      ? "This link works only for the contacts above. They sign in with a code that we email to them."
      : `Contacts can no longer open the items. After they sign in, they see ${status === "cancelled" ? "when and why your firm canceled the request" : "when the request was closed"}.`,
  opened: "First opened",
  notOpened: "Not opened yet",
  bounced: "Email bounced: correct the address",
  correctAddress: (name: string) => `Correct the address of ${name}`,
  optedOut: "Asked not to get email",
  accountDeleted: "Account deleted: gets no email",
  seeContact: (name: string) => `See ${name} on the client’s page`,
  progress: (done: number, total: number) => `${done} of ${total} accepted`,
  due: (when: string) => `Due ${when}`,
  nextReminder: (day: string) => `Reminder ${day}`,
  /** Each text follows the number of items. */
  legend: {
    accepted: () => "accepted",
    submitted: () => "to review",
    partial: (count) => (count === 1 ? "needs more" : "need more"),
    returned: () => "returned",
    open: () => "waiting for client",
    waived: () => "waived",
  } satisfies Record<ItemStatus, (count: number) => string>,
  /** Does not ask anyone to act, because no one has to act in a closed request. */
  legendClosed: {
    submitted: "not decided",
    partial: "accepted in part",
    open: "not answered",
  } satisfies Partial<Record<ItemStatus, string>>,
  /** Follows the numbers of required items, if there are any. */
  optional: (count: number, isFirst: boolean) =>
    `${isFirst ? "" : "plus "}${formatCount(count, "optional item")}`,
  sectionProgress: (done: number, total: number) => `${done} of ${total} accepted`,
  columns: ["Status", "Item", "Answer", "Sent or decided"],
  waivedBecause: (reason: string) => `Waived: ${reason}`,
  changedFiles: (count: number) => `${formatCount(count, "file")} new or changed`,
  sameFiles: "same files",
  noFiles: "No files have been sent",
  noFilesLead: "Files appear here as soon as the client sends them.",
  noFilesClosed: "The request is closed, so the client can no longer send files.",
  moreActions: "More actions",
  dueInline: (when: string) => `due ${when}`,
  closed: {
    cancelled: (reason: string) => `Canceled: ${reason}`,
    archived: "This request is archived. You can read it, but you cannot change it.",
  },
  cancel: "Cancel",
  keep: "Keep request",
  complete: "Complete request early",
  completeLead:
    "This waives every item with the status “Waiting for client”, “More needed” or “Returned”, including optional items. The contacts get an email, and see the reason next to each waived item.",
  cancelRequest: "Cancel request",
  cancelLead:
    "The contacts will not be able to answer, and you cannot reopen the request. They get an email with the reason.",
  reopen: "Reopen request",
  reopenLead: "The contacts get an email with your note, and can answer again.",
  reopenNote: "Note to the contacts",
  reason: "Reason",
  livePaused: "Live updates paused. This page checks for changes every minute.",
  viewing: (names: readonly string[]) =>
    `${formatNames(names)} ${names.length === 1 ? "is" : "are"} viewing`,
  sent: "Request sent",
  edit: "Edit",
  assignee: "Assignee",
  noOne: "No one",
  searchMember: "Search by name",
  noMember: "No one matches.",
  formerUser: "Former user",
  formerAssignee: {
    suspended: (name: string) => `${name} (suspended)`,
    removed: (name: string) => `${name} (no longer in the firm)`,
  },
  archive: "Archive request",
  restore: "Restore request",
} as const;

export const actTexts: Record<Act, { label: string; lead: string }> = {
  complete: { label: page.complete, lead: page.completeLead },
  cancel: { label: page.cancelRequest, lead: page.cancelLead },
  reopen: { label: page.reopen, lead: page.reopenLead },
};

export function assigneeName({ name, status }: Assignee): string {
  const person = name || page.formerUser;
  return status ? page.formerAssignee[status](person) : person;
}

export const edit = {
  page: "Edit",
  title: (title: string) => `Edit ${title || "request"}`,
  lead: "Contacts see changes to the title, message, due date and items.",
  details: "Details",
  pause: "Pause reminders",
  pauseHint: "Dossier sends no planned reminders while this is checked.",
  save: "Save changes",
  saved: "Changes saved",
  items: "Items",
  itemsHint: "You can edit an item, but you cannot change its type of answer.",
  addItem: "Add an item",
  add: "Add item",
  newItem: "New item",
  editItem: (title: string) => `Edit ${title}`,
  saveItem: "Save item",
  itemSaved: "Saved",
  actions: (title: string) => `Actions for ${title}`,
  up: (title: string) => `Move up: ${title}`,
  down: (title: string) => `Move down: ${title}`,
  remove: (title: string) => `Remove “${title}”`,
  removeLead:
    "The contacts no longer see this item, and you cannot restore it. If this is the last item that has to be accepted or waived, removing it completes the request, and the contacts get an email.",
  removeItem: "Remove item",
  alreadyStarted: (isWaived: boolean) =>
    `Someone has started to answer this item, so you cannot remove it. ${isWaived ? ALREADY_WAIVED : "Waive it instead."}`,
  cannotRemove: {
    answered: "This item has an answer, so you cannot remove it. Waive it instead.",
    accepted:
      "This item has an answer, so you cannot remove it. To waive it instead, first undo the decision.",
    waived: `This item has an answer, so you cannot remove it. ${ALREADY_WAIVED}`,
    last: "A request needs at least one item. Cancel the request instead.",
  },
  field: {
    title: "Title",
    message: "Message",
    due_on: "Due date",
    assignee_id: "Assignee",
    reminders: "Reminders",
    section: "Section",
    help: "Help text",
    required: "Required",
    choices: "Choices",
    multiple: MULTIPLE,
    max_files: "Maximum number of files",
    accept: "File types",
    kind: "Type of answer",
  },
  paused: "paused",
  notPaused: "on",
  yes: "yes",
  no: "no",
} as const;

export const contactTexts = {
  change: "Change contacts",
  add: "Add contacts",
  chooseContacts: "Contacts to add",
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => endSentence(`You removed ${name}`),
  removeLead:
    "They lose access to this request and get no more email about it. No one is notified. You can add them again.",
  everyone: "All contacts of this client are already included.",
  remind: "Remind",
  reminded: "Reminder on its way",
  nextReminder: (when: string) => `Next reminder: ${when}`,
  noReminder: "No further reminder is planned.",
  paused: "Planned reminders are paused.",
  allSent: "The client has sent everything that is needed.",
  nextPossible: (when: string) => `You can send another reminder ${when}.`,
} as const;

export const rules = {
  title: "Give the request a title.",
  dueOn: "Choose a due date.",
  noContact: "Choose at least one contact.",
  maxContacts: (max: number) => `Choose at most ${max} contacts.`,
  itemTitle: "Say what you need.",
  minFiles: "Allow at least 1 file.",
  maxFiles: (max: number) => `Allow at most ${max} files.`,
  minChoices: "Offer at least 2 choices, one per line.",
  maxChoices: "Offer at most 30 choices.",
  choiceRepeated: "Enter each choice only once.",
  note: "Write a note to the contacts.",
  reason: "Give a reason.",
} as const;
