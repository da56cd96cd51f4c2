/** One event of the record. */
export type TimelineEvent = {
  id: number;
  actorKind: "staff" | "contact" | "user" | "system";
  actorId?: string | null;
  actorName: string;
  /** Picture of a member of the staff. */
  actorUrl?: string | null;
  action: string;
  entityId: string | null;
  data: Readonly<Record<string, unknown>>;
  at: string;
};

/** Events of a request, oldest first. */
export type TimelinePage = {
  events: TimelineEvent[];
  /** Names of the contacts they mention by id. */
  contacts: ReadonlyMap<string, string>;
  /** The start of this page, for loading the earlier events; null if there are none. */
  earlierBefore: number | null;
};
