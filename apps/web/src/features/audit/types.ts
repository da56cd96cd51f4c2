import type { TimelineEvent } from "@/features/timeline/types";

export type AuditEvent = TimelineEvent & {
  requestId: string | null;
  /** The id of the request or the firm whose events are chained. */
  chain: string;
  /** Number within its chain, from 1. */
  no: number;
  hash: string;
};

/** By id. */
export type AuditNames = {
  requests: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, string>;
  contacts: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
};

export type AuditPerson = {
  id: string;
  name: string;
  /** Current staff, former staff, or a contact. */
  kind: "staff" | "former" | "contact";
};

export type Verification = {
  /** Number of events checked so far. */
  checked: number;
  lastId: number;
  isDone: boolean;
  /** The first event that does not match its chain. */
  broken: BrokenEvent | null;
};

/** An event that was changed, or whose predecessor is missing. */
export type BrokenEvent = { id: number; chain: string; no: number; description: string };
