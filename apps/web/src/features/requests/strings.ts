import type { ItemKind } from "@/features/items/types";
import { MAX_ITEMS } from "@/features/requests/schema";
import type { AcceptGroup, Colleague, RequestStatus } from "@/features/requests/types";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { formatCount } from "@/lib/format/format";

/** Names of request states. */
export const requestStatus: Record<RequestStatus, string> = {
  draft: "Draft",
  open: "Open",
  complete: "Complete",
  cancelled: "Cancelled",
  archived: "Archived",
};

/** Names of item kinds. */
export const itemKind: Record<ItemKind, string> = {
  file: "File",
  text: "Text answer",
  choice: "Choice",
  date: "Date",
};

/** Names of file type groups. */
export const acceptGroup: Record<AcceptGroup, string> = {
  pdf: "PDF",
  image: "Images",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  text: "Text",
};

/** Sentences of the inbox. */
export const inbox = {
  title: "Inbox",
  lead: (count: number, isMine: boolean) => {
    if (count > 0) return `${formatCount(count, "item")} to review.`;
    return isMine ? "Nothing of yours waits for a decision." : "Nothing waits for a decision.";
  },
  whose: "Whose requests",
  everyones: "Everyone’s",
  mine: "Assigned to me",
  waiting: "Waiting for review",
  reviewNext: "Review next",
  emptyTitle: "Nothing waiting",
  empty: "When a client submits something, it appears here by itself.",
  emptyMineTitle: "Nothing waits for you",
  emptyMine: "What is submitted to requests that are assigned to you appears here by itself.",
  overdue: "Overdue",
  allOverdue: "All overdue requests",
  bounced: "Mail that bounced",
  toOldest: "Back to the oldest",
  toFirst: "Back to the first",
  pageEmpty: "Nothing more in this list.",
  submitted: (when: string) => `submitted ${when}`,
  due: (when: string) => `was due ${when}`,
} as const;

/** Sentences of the list of requests. */
export const list = {
  title: "Requests",
  new: "New request",
  search: "Search requests",
  searchButton: "Search",
  clearSearch: "Clear search",
  filter: "Status",
  all: "All",
  overdue: "Overdue",
  anyone: "Anyone",
  emptyTitle: "No requests yet",
  empty: "Ask a client for documents and answers; they get one permanent link.",
  noMatch: "Nothing matches. Try another word or status.",
  noMore: "Nothing more in this list.",
  toFirst: "Back to the first",
  order: { due_on: "Due first at the top", created_at: "Newest at the top" },
  showMore: "Show more",
  progress: (done: number, total: number) => `${done} of ${total} accepted`,
  waiting: (count: number) => `${count} to review`,
  due: (when: string) => `Due ${when}`,
  noDue: "No due date",
  untitled: "Untitled request",
} as const;

/** Sentences of the composer. */
export const composer = {
  newTitle: "New request",
  newLead: "Choose whom you ask. What you write next is saved as you type.",
  client: "Client",
  chooseClient: "Choose a client",
  template: "Start from template",
  templateHint: "Everything in it can be changed in the request.",
  noTemplate: "Start empty",
  continue: "Continue",
  noClientsTitle: "Add a client first",
  noClients: "A request goes to the contacts of a client.",
  addClient: "Add client",
  editLead: (client: string) => `A draft for ${client}. Only your firm sees it.`,
  title: "Title",
  titleHint: "What your client sees first, for example “Annual accounts 2026”",
  message: "Message",
  messageHint: "A few words of context, shown above the list and in the mail",
  due: "Due date",
  dueHint: "The day by which you need everything",
  reminders: "Reminders of this request",
  remindersLead: (zone: string) =>
    `Sent today, a contact who does not answer is reminded on these days at 09:00 (${zone}). Whoever has sent everything is left alone.`,
  remindersNoDate: "Choose a due date to see when the contacts are reminded.",
  recipients: "Contacts",
  recipientsHint: "Each gets the mail and may answer; up to 5.",
  addContact: "Add a contact",
  items: "Items",
  itemsHint: "Everything you need, one item each. They are decided one by one.",
  noItems: "Nothing asked for yet. Add the first item.",
  item: (number: number) => `Item ${number}`,
  itemTitle: "What do you need?",
  itemHelp: "Help text",
  section: "Section",
  sectionHint: "Items of the same section stand together",
  required: "Required",
  maxFiles: "Most files",
  accept: "Accepted types",
  acceptHint: "None chosen: all of them",
  choices: "Possible answers",
  choicesHint: "One on each line",
  multiple: "Several may be chosen",
  more: "More options",
  add: { file: "Add file", text: "Add text answer", choice: "Add choice", date: "Add date" },
  full: sentenceFor("limit_reached", { details: { what: "items", limit: MAX_ITEMS } }),
  up: (number: number) => `Move item ${number} up`,
  down: (number: number) => `Move item ${number} down`,
  remove: (number: number) => `Remove item ${number}`,
  drag: (number: number) => `Drag item ${number} to another place`,
  moved: (to: number, count: number) => `Moved to place ${to} of ${count}.`,
  removed: (title: string, number: number) =>
    title ? `“${title}” was removed.` : `Item ${number} was removed.`,
  undo: "Undo",
  putBack: (to: number) => `Put back to place ${to}.`,
  send: "Send",
  save: "Save draft",
  saved: "Saved",
  saving: "Saving …",
  notSaved: "Not saved yet",
  saveFailed: "Could not save. It stays here; we try again when you type.",
  signIn: "Sign in",
  heldBack: "Choose a version above.",
  keepMine: "Keep mine",
  takeStored: "Use saved version",
  chooseVersion: "Choose a version for each field. Everything else is saved.",
  savedVersion: "Saved version",
  myVersion: "Yours",
  empty: "empty",
  removedHere: "removed",
  merged: "Saved together with changes made elsewhere. Check the draft before you send it.",
  cannotSend: "Some answers need another look before it can go.",
  delete: "Delete draft",
  deleteTitle: "Delete this draft?",
  deleteLead: "It was never sent. It cannot be brought back.",
  cancel: "Keep it",
} as const;

/** Sentences of a request's page. */
export const page = {
  review: "Review",
  reviewCount: (count: number) => `Review ${formatCount(count, "item")}`,
  checklist: "Checklist",
  people: "Contacts",
  timeline: "Timeline",
  link: "Client link",
  copyLink: "Copy link",
  copied: "Copied",
  selected: "The link is selected: copy it with Ctrl or ⌘ C, or from the menu of your phone.",
  linkHint: "It opens only with a code sent to a contact above.",
  opened: (when: string) => `opened ${when}`,
  notOpened: "not opened yet",
  bounced: "Mail bounced: correct the address",
  correctAddress: (name: string) => `Correct the address of ${name}`,
  optedOut: "Asked not to get email",
  accountDeleted: "Account deleted: gets no email",
  seeContact: (name: string) => `Show ${name} in the contacts`,
  progress: (done: number, total: number) => `${done} of ${total} accepted`,
  due: (when: string) => `Due ${when}`,
  overdue: (when: string) => `Overdue since ${when}`,
  optional: "Optional",
  closed: {
    complete: "This request is complete. It can be reopened.",
    cancelled: (reason: string) => `Cancelled: ${reason}`,
    archived: "This request is archived and read-only.",
  },
  more: "Manage request",
  complete: "Complete early",
  completeLead: "Items without a decision are waived. The contacts are told.",
  cancelRequest: "Cancel request",
  cancelLead: "The contacts can no longer answer and are told why.",
  reopen: "Reopen",
  reopenLead: "The contacts get an email with your note, and can answer again.",
  reopenNote: "Note to the contacts",
  reason: "Reason",
  livePaused: "Live updates paused. This page checks for changes every minute.",
  viewing: (names: string) => `Also here: ${names}`,
  sent: "Request sent",
  edit: "Edit request",
  assignee: "Assigned to",
  nobody: "Nobody",
  formerUser: "Former user",
  standing: {
    suspended: (name: string) => `${name} (suspended)`,
    removed: (name: string) => `${name} (no longer in the firm)`,
  },
  archive: "Archive",
} as const;

/** A colleague's name, and after it why they are given nothing new. */
export function colleagueName({ name, standing }: Colleague): string {
  const person = name || page.formerUser;
  return standing ? page.standing[standing](person) : person;
}

/** Sentences of editing an open request. */
export const edit = {
  title: "Edit request",
  lead: "Your contacts see every change at once.",
  details: "Details",
  assigneeHint: "Gets the mail about what is submitted",
  pause: "Pause reminders",
  pauseHint: "Nobody is reminded until you switch this off.",
  save: "Save changes",
  saved: "Changes saved",
  items: "Items",
  itemsHint: "What an item is about may change; its kind stays.",
  addItem: "Add an item",
  add: "Add item",
  editItem: (title: string) => `Edit ${title}`,
  saveItem: "Save item",
  itemSaved: "Saved",
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
  remove: (title: string) => `Remove ${title}`,
  begun: "Someone has begun to answer it. Waive it instead.",
  lastItem: "A request needs one item. Cancel the request instead.",
  field: {
    title: "Title",
    message: "Message",
    due_on: "Due date",
    assignee_id: "Assigned to",
    reminders: "Reminders",
    section: "Section",
    help: "Help text",
    required: "Required",
    choices: "Possible answers",
    multiple: "Several may be chosen",
    max_files: "Most files",
    accept: "Accepted types",
  },
  paused: "paused",
  notPaused: "on",
  yes: "yes",
  no: "no",
} as const;

/** Sentences of the contacts of an open request and their reminders. */
export const recipients = {
  change: "Change contacts",
  add: "Add contact",
  chooseContact: "Contact",
  remove: (name: string) => `Remove ${name}`,
  everyone: "All contacts of this client are asked already.",
  remind: "Remind now",
  reminded: "Reminder sent",
  nextReminder: (when: string) => `Next reminder ${when}`,
  noReminder: "No further reminder is planned.",
  paused: "Reminders are paused.",
  nextPossible: (when: string) => `Reminded. Next possible ${when}.`,
} as const;
