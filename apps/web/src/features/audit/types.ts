import type { TimelineEvent } from "@/features/timeline/types";

/** One event of the firm with its place in the record. */
export type AuditEvent = TimelineEvent & {
  requestId: string | null;
  /** The request, else the firm, whose events are chained. */
  chain: string;
  /** Number within its chain, from 1. */
  no: number;
  hash: string;
};

/** Names of what a page of events mentions, by id. */
export type AuditNames = {
  requests: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, string>;
  contacts: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
};

/** A person with events in the firm, by their latest name. */
export type AuditPerson = {
  id: string;
  name: string;
  /** Current staff, former staff, or a contact. */
  kind: "staff" | "former" | "contact";
};

/** The progress of the verification. */
export type Verification = {
  /** Events whose hash was recomputed so far. */
  checked: number;
  /** Last event that was checked; the next page starts after it. */
  lastId: number;
  isDone: boolean;
  /** The first event that does not fit its chain. */
  broken: BrokenEvent | null;
};

/** An event that was changed, or whose predecessor is missing. */
export type BrokenEvent = { id: number; chain: string; no: number; description: string };
