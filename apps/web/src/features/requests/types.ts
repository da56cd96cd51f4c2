import type { ContactStatus } from "@/features/clients/types";
import type { Item, ItemDefinition } from "@/features/items/types";
import type { PageKey } from "@/lib/backend/page-key";
import type { VersionRow } from "@/lib/forms/form-state";

export type RequestStatus = "draft" | "open" | "complete" | "cancelled" | "archived";

/** The key stays the same when the item is edited, moved or saved. */
export type KeyedItem = { key: string; item: ItemDefinition };

/** A draft may be incomplete. */
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
  /** `null` until someone is assigned. */
  assigneeId: string | null;
  remindersPaused: boolean;
  client: { id: string; name: string };
  recipients: Recipient[];
  items: Item[];
};

export type DraftSaved = {
  version: number;
  itemIds: string[];
  /** Present if the stored draft had changed since the form read it. */
  merge?: DraftMerge | undefined;
};

export type SavedItem = {
  stamp: string;
  /** Present if the save merged changes made elsewhere. */
  merged?: ItemDefinition | undefined;
};

/**
 * The field in which two versions of a draft differ: `title`, `message`, `dueOn`, `order`,
 * `items.ID` for an item that one side removed, or `items.ID.FIELD`.
 */
export type DraftPath = string;

export type DraftConflictRow = VersionRow & { path: DraftPath };

export type DraftMerge = {
  /** The draft to show. Fields in conflict contain the typed value. */
  draft: DraftInput;
  /** The stored draft. Fields in conflict contain the other value. */
  stored: DraftInput;
  conflicts: DraftConflictRow[];
  /** Names the user who changed the draft. */
  message: string;
};

export type Assignee = {
  userId: string;
  /** Empty if the account was deleted. */
  name: string;
  /** The reason why this member cannot be assigned new requests; absent for active staff. */
  standing?: "suspended" | "removed";
};

export type ReminderPlan = {
  nextAt: string | null;
  /** When staff can send the next manual reminder; `null` for now. */
  manualFrom: string | null;
};

export type RequestRow = {
  id: string;
  title: string;
  status: RequestStatus;
  dueOn: string | null;
  clientName: string;
  itemsTotal: number;
  itemsDone: number;
  /** Items that wait for a decision; none once the request is closed. */
  itemsWaiting: number;
};

export type RequestPage = {
  requests: RequestRow[];
  /** Lists of open requests are sorted by due date, earliest first; other lists newest first. */
  order: "due_on" | "created_at";
  next: PageKey | null;
};
