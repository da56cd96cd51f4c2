export type TimelineEvent = {
  id: number;
  actorKind: "staff" | "contact" | "user" | "system";
  actorId?: string | null;
  actorName: string;
  /** Only members may have a picture. */
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
  /** The first event of this page, for loading earlier events. Null if there are none. */
  earlierBefore: number | null;
};
