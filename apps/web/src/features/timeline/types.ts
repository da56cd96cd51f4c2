/** One event of a request's history. */
export type TimelineEvent = {
  id: number;
  actorKind: "staff" | "contact" | "user" | "system";
  actorName: string;
  action: string;
  entityId: string | null;
  data: Readonly<Record<string, unknown>>;
  at: string;
};
