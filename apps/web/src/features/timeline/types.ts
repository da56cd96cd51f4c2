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

/** Events of a request, oldest first, and where those before them end; null when they are all. */
export type TimelinePage = { events: TimelineEvent[]; earlierBefore: number | null };
