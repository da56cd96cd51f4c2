export type ActivityEvent = {
  id: number;
  /**
   * Position in the record of the request, or of the firm if the event belongs to no request. The
   * first event is 1.
   */
  no: number;
  /** SHA-256 hash of this event together with the previous event's hash. */
  hash: string;
  actorKind: "staff" | "contact" | "user" | "system";
  actorId?: string | null;
  actorName: string;
  actorUrl?: string | null;
  action: string;
  entityId: string | null;
  requestId?: string | null;
  data: Readonly<Record<string, unknown>>;
  at: string;
};

export type RecordFilter = "files" | "decisions" | "email";

/**
 * Selects the newest events with a smaller id than `before`, or the oldest events with a larger id
 * than `after`. `after` takes precedence.
 */
export type EventPlace = { before?: number | undefined; after?: number | undefined };

export type EventLinks = {
  newerThan: number | null;
  olderThan: number | null;
};

/** Ordered from newest to oldest. */
export type ActivityPage = {
  events: ActivityEvent[];
  contacts: ReadonlyMap<string, string>;
} & EventLinks;
