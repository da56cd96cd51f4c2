import type { ListProgress } from "@/components/ui/segments";
import type { ContactStatus } from "@/features/clients/types";
import type { Item, ItemDefinition } from "@/features/items/types";
import type { Person } from "@/lib/backend/person";
import type { VersionRow } from "@/lib/forms/form-state";

export type RequestStatus = "draft" | "open" | "complete" | "cancelled" | "archived";

/** Contacts see these actions, so staff must give a reason or a note. */
export type Act = "complete" | "cancel" | "reopen";

/**
 * `key` stays the same when the user edits, moves or saves the item. A merge may replace the key.
 */
export type KeyedItem = { key: string; item: ItemDefinition };

export type DraftInput = {
  title: string;
  message: string;
  dueOn: string | null;
  assigneeId: string | null;
  contactIds: string[];
  items: ItemDefinition[];
};

export type RequestContact = {
  contactId: string;
  /**
   * Dossier links the account just before it sends the contact the first email. Null before that,
   * and after the account was unlinked, for example because the address changed.
   */
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
  assigneeId: string | null;
  remindersPaused: boolean;
  client: { id: string; name: string };
  contacts: RequestContact[];
  items: Item[];
};

export type DraftSaved = {
  version: number;
  itemIds: string[];
  /**
   * The result of a merge, if it differs from the sent draft. The server merges if someone changed
   * the stored draft after the form read it.
   */
  merge?: DraftMerge | undefined;
};

export type SavedItem = {
  stamp: string;
  /** The stored item. Set if the save merged changes by another member or from another tab. */
  merged?: ItemDefinition | undefined;
};

/**
 * A field in which two versions of a draft differ: `title`, `message`, `dueOn`, `assigneeId`,
 * `order`, `items.ID` for an item that only one version contains, or `items.ID.FIELD`.
 */
export type DraftPath = string;

export type DraftConflictRow = VersionRow & { path: DraftPath };

export type DraftMerge = {
  /** The merged draft to show. A field in conflict has the typed value. */
  draft: DraftInput;
  /** The draft on the server. A field in conflict keeps the value that the server already had. */
  stored: DraftInput;
  conflicts: DraftConflictRow[];
  message: string;
};

export type Assignee = {
  userId: string;
  /** Empty if the user deleted their account. */
  name: string;
  imageUrl?: string | null;
  /** The reason why the request cannot be assigned to this member. Undefined for active staff. */
  status?: "suspended" | "removed";
};

export type ReminderPlan = {
  nextAt: string | null;
  /**
   * The time from which staff can send the next manual reminder. `null` if they can send one now.
   */
  manualFrom: string | null;
};

export type RequestFilter = RequestStatus | "overdue" | "due_this_week";

export type RequestView = "mine" | "overdue" | "due_this_week";

export type RequestRow = {
  id: string;
  title: string;
  status: RequestStatus;
  dueOn: string | null;
  client: { id: string; name: string };
  progress: ListProgress;
  assignee: Person | null;
  lastActivityAt: string;
};

/** Each viewer's own browser sends these values to the other viewers, so do not trust them. */
export type RequestViewer = { id: string; name: string; imageUrl: string | null };

export type OwnViewer = RequestViewer & {
  avatarsUrl: string;
};
