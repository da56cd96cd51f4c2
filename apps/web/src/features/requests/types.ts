import type { Progress } from "@/components/ui/segments";
import type { ContactStatus } from "@/features/clients/types";
import type { Item, ItemDefinition } from "@/features/items/types";
import type { Person } from "@/lib/backend/person";
import type { VersionRow } from "@/lib/forms/form-state";

export type RequestStatus = "draft" | "open" | "complete" | "cancelled" | "archived";

/** An act that others notice, so it asks for a reason or note first. */
export type Act = "complete" | "cancel" | "reopen";

/** Stays the same when the item is edited, moved or saved. */
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
  /** Null until the contact signs in for the first time. */
  userId: string | null;
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
  /** `null` if no one is assigned. */
  assigneeId: string | null;
  remindersPaused: boolean;
  client: { id: string; name: string };
  recipients: Recipient[];
  items: Item[];
};

export type DraftSaved = {
  version: number;
  itemIds: string[];
  /** Present if someone changed the stored draft after the form read it. */
  merge?: DraftMerge | undefined;
};

export type SavedItem = {
  stamp: string;
  /** Present if the save merged changes by someone else or from another tab. */
  merged?: ItemDefinition | undefined;
};

/**
 * The field in which two versions of a draft differ: `title`, `message`, `dueOn`, `order`,
 * `items.ID` for an item that one side removed, or `items.ID.FIELD`.
 */
export type DraftPath = string;

export type DraftConflictRow = VersionRow & { path: DraftPath };

export type DraftMerge = {
  /** The draft to show. A field in conflict has the typed value. */
  draft: DraftInput;
  /** The stored draft. A field in conflict has the stored value. */
  stored: DraftInput;
  conflicts: DraftConflictRow[];
  /** The user who changed the draft. */
  message: string;
};

export type Assignee = {
  userId: string;
  /** Empty if the account was deleted. */
  name: string;
  /** Why this member cannot be assigned to new requests. Undefined for active staff. */
  standing?: "suspended" | "removed";
};

export type ReminderPlan = {
  nextAt: string | null;
  /** When staff can send the next manual reminder. `null` if they can now. */
  manualFrom: string | null;
};

/** A status of a request, or a view of the open ones. */
export type RequestFilter = RequestStatus | "overdue" | "due_this_week";

export type RequestRow = {
  id: string;
  title: string;
  status: RequestStatus;
  dueOn: string | null;
  client: { id: string; name: string };
  /** Numbers of required items by status. */
  progress: Progress;
  assignee: Person | null;
  lastActivityAt: string;
};
