import type { PageKey } from "@/lib/backend/page-key";

/** State of a contact; only `active` ones are sent email. */
export type ContactStatus = "active" | "bounced" | "removed" | "account_deleted" | "opted_out";

/** The person who answers for a client. */
export type Contact = {
  id: string;
  name: string;
  email: string;
  status: ContactStatus;
  /** The emails that the contact stopped; `null` if none. */
  emailStop: "no_reminders" | "firm" | "left" | "wrong_person" | null;
};

/** A contact as it may be changed: on the version that was seen. */
export type VersionedContact = Contact & { version: number };

/** A company or person the firm serves, in a list. */
export type ClientRow = {
  id: string;
  name: string;
  ref: string | null;
  contacts: Contact[];
  openRequests: number;
};

/** A contact whose email bounced. */
export type BouncedContact = {
  id: string;
  name: string;
  email: string;
  clientId: string;
  clientName: string;
};

/** One page of bounced contacts, by name. */
export type BouncedPage = { contacts: BouncedContact[]; next: PageKey | null };

/** A name that was stored before the rules for names. */
export type NameToChange = {
  kind: "firm" | "client" | "contact";
  clientId: string | null;
  name: string;
};

/** A client with everything its page shows. */
export type Client = {
  id: string;
  name: string;
  ref: string | null;
  version: number;
  archivedAt: string | null;
  contacts: VersionedContact[];
};
