import type { ItemKind, ItemStatus } from "@/features/items/types";
import type { AcceptGroup, RequestStatus } from "@/features/requests/types";
import { formatCount } from "@/lib/format";

/** Names of request states. */
export const requestStatus: Record<RequestStatus, string> = {
  draft: "Draft",
  open: "Open",
  complete: "Complete",
  cancelled: "Cancelled",
  archived: "Archived",
};

/** Names of item states as the firm sees them. */
export const itemStatus: Record<ItemStatus, string> = {
  open: "Waiting for client",
  submitted: "To review",
  accepted: "Accepted",
  partial: "Accepted, more needed",
  returned: "Returned",
  waived: "Waived",
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
  lead: (count: number) =>
    count === 0 ? "Nothing waits for a decision." : `${formatCount(count, "item")} to review.`,
  waiting: "Waiting for review",
  reviewNext: "Review next",
  emptyTitle: "Nothing waiting",
  empty: "When a client submits something, it appears here by itself.",
  overdue: "Overdue",
  bounced: "Mail that bounced",
  bouncedContact: (client: string) => `Correct the address at ${client}`,
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
  emptyTitle: "No requests yet",
  empty: "Ask a client for documents and answers; they get one permanent link.",
  noMatch: "Nothing matches. Try another word or status.",
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
  up: (number: number) => `Move item ${number} up`,
  down: (number: number) => `Move item ${number} down`,
  remove: (number: number) => `Remove item ${number}`,
  send: "Send",
  save: "Save draft",
  saved: "Saved",
  saving: "Saving …",
  notSaved: "Not saved yet",
  saveFailed: "Could not save. It stays here; we try again when you type.",
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
  linkHint: "It opens only with a code sent to a contact above.",
  opened: (when: string) => `opened ${when}`,
  notOpened: "not opened yet",
  bounced: "Mail bounced: correct the address",
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
  reason: "Reason",
  livePaused: "Live updates paused.",
  viewing: (names: string) => `Also here: ${names}`,
  sent: "Request sent",
} as const;
