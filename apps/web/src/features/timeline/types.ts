export type TimelineEvent = {
  id: number;
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

/** Ordered from oldest to newest. */
export type TimelinePage = {
  events: TimelineEvent[];
  contacts: ReadonlyMap<string, string>;
  /**
   * The first event of this page, which the link to earlier events uses. Null if there are no
   * earlier events.
   */
  earlierBefore: number | null;
};
