import type { TimelineEvent } from "@/features/timeline/types";

export type AuditEvent = TimelineEvent & {
  requestId: string | null;
  /** The id of the request or the firm whose events are chained. */
  chain: string;
  /** Number within its chain, from 1. */
  no: number;
  hash: string;
};

export type AuditNames = {
  requests: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, string>;
  contacts: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
};

export type AuditPerson = {
  id: string;
  name: string;
  kind: "staff" | "former" | "contact";
};

export type Verification = {
  checked: number;
  lastId: number;
  isDone: boolean;
  broken: BrokenEvent | null;
};

/** An event that was changed, or whose predecessor is missing. */
export type BrokenEvent = { id: number; chain: string; no: number; description: string };
