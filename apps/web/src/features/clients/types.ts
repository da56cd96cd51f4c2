import type { PageKey } from "@/lib/backend/page-key";

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

export type ClientRow = {
  id: string;
  name: string;
  ref: string | null;
  contacts: Contact[];
  openRequests: number;
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
