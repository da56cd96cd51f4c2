import type { ListProgress } from "@/components/ui/segments";
import type { ListPage } from "@/lib/backend/list-page";
import type { Person } from "@/lib/backend/person";

/** Only `active` contacts get email. */
export type ContactStatus = "active" | "bounced" | "removed" | "account_deleted" | "opted_out";

export type Contact = {
  id: string;
  /**
   * Null until Dossier sends the first email to the contact and links the contact to an account.
   * Also null after the account was unlinked, for example because the address changed.
   */
  userId: string | null;
  name: string;
  email: string;
  status: ContactStatus;
  emailStop: "no_reminders" | "firm" | "left" | "wrong_person" | null;
};

export type VersionedContact = Contact & { version: number };

export type ClientStatus = "active" | "archived" | "all";

export type ClientRow = {
  id: string;
  name: string;
  ref: string | null;
  isArchived: boolean;
  /** The main contact, or in search results a contact that matches the search. */
  contact: { name: string; email: string } | null;
  hasBounced: boolean;
  openRequests: number;
  toReview: number;
  nextRequest: { title: string; dueOn: string | null; progress: ListProgress } | null;
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

export type BouncedPage = ListPage<BouncedContact>;

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

/** `contact` is the main contact, or in search results a contact that matches the search. */
export type ClientChoice = Pick<ClientRow, "id" | "name" | "ref" | "contact">;

export type ClientChoices = { clients: ClientChoice[]; total: number };

export type ClientImportRow = {
  name?: string;
  ref?: string;
  contactName?: string;
  contactEmail?: string;
};
