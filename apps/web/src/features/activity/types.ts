export type ActivityEvent = {
  id: number;
  /** Its number in the record of the request, starting at 1. */
  no: number;
  /** SHA-256 of the event and the hash of the event before it. */
  hash: string;
  actorKind: "staff" | "contact" | "user" | "system";
  actorId?: string | null;
  actorName: string;
  /** Undefined for actors who are not members, because only members can have a picture. */
  actorUrl?: string | null;
  action: string;
  entityId: string | null;
  data: Readonly<Record<string, unknown>>;
  at: string;
};

export type RecordFilter = "files" | "decisions" | "email";

/** Ordered from newest to oldest. */
export type ActivityPage = {
  events: ActivityEvent[];
  contacts: ReadonlyMap<string, string>;
  /** Show the events before this one next. Null if there are no earlier events. */
  earlierBefore: number | null;
};
