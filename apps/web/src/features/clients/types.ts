import type { Progress } from "@/components/ui/segments";
import type { PageKey } from "@/lib/backend/page-key";
import type { Person } from "@/lib/backend/person";

/** Only `active` contacts get email. */
export type ContactStatus = "active" | "bounced" | "removed" | "account_deleted" | "opted_out";

export type Contact = {
  id: string;
  name: string;
  email: string;
  status: ContactStatus;
  /** Which emails the contact stopped and why. `null` if none. */
  emailStop: "no_reminders" | "firm" | "left" | "wrong_person" | null;
};

export type VersionedContact = Contact & { version: number };

export type ClientStatus = "active" | "archived" | "all";

export type ClientRow = {
  id: string;
  name: string;
  ref: string | null;
  isArchived: boolean;
  /** The main contact; with a search, one that matches it. */
  contact: { name: string; email: string } | null;
  /** True if the email of any contact bounced. */
  hasBounced: boolean;
  openRequests: number;
  /** Items with an answer to review. */
  toReview: number;
  /** The open request that is due first. */
  nextRequest: { title: string; dueOn: string | null; progress: Progress } | null;
  assignee: Person | null;
  lastActivityAt: string;
};

export type BouncedContact = {
  id: string;
  name: string;
  email: string;
  clientId: string;
  clientName: string;
};

export type BouncedPage = { contacts: BouncedContact[]; next: PageKey | null };

/** A name stored before the rules for names existed. */
export type NameToChange = {
  kind: "firm" | "client" | "contact";
  clientId: string | null;
  name: string;
};

export type Client = {
  id: string;
  name: string;
  ref: string | null;
  version: number;
  archivedAt: string | null;
  contacts: VersionedContact[];
};
