import type { ContactStatus } from "@/features/clients/types";
import type { Item, ItemDefinition } from "@/features/items/types";
import type { PageKey } from "@/lib/backend/page-key";
import type { VersionRow } from "@/lib/forms/form-state";

/** State of a request. */
export type RequestStatus = "draft" | "open" | "complete" | "cancelled" | "archived";

/** An item with a key that stays while it is edited, moved and saved. */
export type KeyedItem = { key: string; item: ItemDefinition };

/** The content of the composer, stored as typed: a draft may be incomplete. */
export type DraftInput = {
  title: string;
  message: string;
  dueOn: string | null;
  contactIds: string[];
  items: ItemDefinition[];
};

export type Recipient = {
  contactId: string;
  name: string;
  email: string;
  status: ContactStatus;
  openedAt: string | null;
};

/** A request with everything but its answers. */
export type Request = {
  id: string;
  publicId: string;
  title: string;
  message: string;
  status: RequestStatus;
  dueOn: string | null;
  version: number;
  sentAt: string | null;
  closedAt: string | null;
  closeReason: string | null;
  /** The member who is responsible for the request; `null` until someone is chosen. */
  assigneeId: string | null;
  remindersPaused: boolean;
  client: { id: string; name: string };
  recipients: Recipient[];
  items: Item[];
};

/** The result of saving a draft. */
export type DraftSaved = {
  version: number;
  itemIds: string[];
  /** Present when the stored draft had changed since the sent one was read. */
  merge?: DraftMerge | undefined;
};

/** The result that the form gets when an item of an open request is saved. */
export type SavedItem = {
  stamp: string;
  /** Present when the item was saved together with changes made elsewhere. */
  merged?: ItemDefinition | undefined;
};

/**
 * Path of a field in which two versions of a draft differ: `title`, `message`, `dueOn`, `order`,
 * `items.ID` for an item that one side removed, or `items.ID.FIELD`.
 */
export type DraftPath = string;

/** One conflict for display, with the field that it concerns. */
export type DraftConflictRow = VersionRow & { path: DraftPath };

/** A draft after a merge with the version that another user or another tab stored. */
export type DraftMerge = {
  /** The draft to show. Fields in conflict contain the typed value. */
  draft: DraftInput;
  /** The stored draft. Fields in conflict contain the other value. */
  stored: DraftInput;
  conflicts: DraftConflictRow[];
  /** Names who changed the draft. */
  message: string;
};

/** A member of the firm's staff. */
export type Colleague = {
  userId: string;
  /** Empty if the account was deleted. */
  name: string;
  /** The reason why they cannot be assigned new requests; absent for active staff. */
  standing?: "suspended" | "removed";
};

/** The reminders of an open request. */
export type ReminderPlan = {
  /** Time of the next automatic reminder. */
  nextAt: string | null;
  /** Time of the next possible manual reminder; `null` if possible now. */
  manualFrom: string | null;
};

/** A request in a list. */
export type RequestRow = {
  id: string;
  title: string;
  status: RequestStatus;
  dueOn: string | null;
  clientName: string;
  /** Counts over its items. */
  itemsTotal: number;
  itemsDone: number;
  /** Items that wait for a decision; none once the request is closed. */
  itemsWaiting: number;
};

/** One page of a list of requests. */
export type RequestPage = {
  requests: RequestRow[];
  /** The sort order: lists of open requests by due date, earliest first; other lists newest first. */
  order: "due_on" | "created_at";
  next: PageKey | null;
};
