export type AuditNames = {
  requests: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, string>;
  clients: ReadonlyMap<string, string>;
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

/** An event that was changed, or whose preceding event is missing. */
export type BrokenEvent = { id: number; chain: string; no: number; description: string };
