import type { Database } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import type { ChangeBinding } from "./binding.ts";
import { parseExactly } from "./exact-json.ts";
import { describeTable, type TableView } from "./table.ts";
import { Turns } from "./turns.ts";
import { type Audience, type Change, seeChange, type VisibleChange } from "./visibility.ts";

/** PostgreSQL channel that the trigger on published tables notifies. */
const NOTIFICATIONS = "realtime_changes";
const CHANGES_PER_TURN = 50;

export interface ChangeMessage {
  ids: number[];
  data: {
    schema: string;
    table: string;
    type: Change["type"];
    commit_timestamp: string;
    columns: { name: string; type: string }[];
    record?: Record<string, unknown>;
    old_record?: Record<string, unknown>;
    errors: string[] | null;
  };
}

export interface ChangeSubscriber {
  bindings: readonly ChangeBinding[];
  currentClaims(): TokenClaims | undefined;
  receiveChange(message: ChangeMessage): void;
}

interface WalRow {
  id: string;
  schema: string;
  table: string;
  type: Change["type"];
  record: string | null;
  oldRecord: string | null;
  commitTimestamp: string;
}

interface Group extends Audience {
  bindings: ChangeBinding[];
  members: ChangeSubscriber[];
}

type ViewOf = (role: string) => Promise<TableView | undefined>;

/** Delivers the changes of each table in commit order. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #log: (line: string) => void;
  readonly #subscribers = new Set<ChangeSubscriber>();
  readonly #turns = new Turns<string>(CHANGES_PER_TURN, (ids) => this.#serve(ids));
  #stop: (() => Promise<void>) | undefined;

  constructor(database: Database, log: (line: string) => void) {
    this.#database = database;
    this.#log = log;
  }

  async start(): Promise<void> {
    // Older changes have no subscribers.
    await this.#database.query("delete from realtime.wal");
    this.#stop = await this.#database.listen(NOTIFICATIONS, (payload) => {
      const [table = "", id = ""] = payload.split(" ");
      this.#turns.add(table, id);
    });
  }

  async stop(): Promise<void> {
    await this.#stop?.();
  }

  subscribe(subscriber: ChangeSubscriber): void {
    this.#subscribers.add(subscriber);
  }

  unsubscribe(subscriber: ChangeSubscriber): void {
    this.#subscribers.delete(subscriber);
  }

  async #serve(ids: readonly string[]): Promise<void> {
    try {
      const views = new Map<string, Promise<TableView | undefined>>();
      for (const change of await this.#take(ids)) {
        const table = { schema: change.schema, name: change.table };
        const viewOf = (role: string) => {
          const view = views.get(role) ?? describeTable(this.#database, table, role);
          views.set(role, view);
          return view;
        };
        await this.#deliver(change, viewOf);
      }
    } catch (error) {
      this.#log(`realtime: could not read changes: ${String(error)}`);
    }
  }

  async #take(ids: readonly string[]): Promise<Change[]> {
    const rows = await this.#database.query<WalRow>(
      `delete from realtime.wal where id = any($1::bigint[])
       returning id::text as id, schema_name as schema, table_name as "table", type,
         record::text as record, old_record::text as "oldRecord",
         to_char(commit_timestamp at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
           as "commitTimestamp"`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (row === undefined) return [];
      const { record, oldRecord } = row;
      return {
        ...row,
        record: parse(record),
        oldRecord: parse(oldRecord),
        recordBytes: Buffer.byteLength(record ?? ""),
        oldRecordBytes: Buffer.byteLength(oldRecord ?? ""),
      };
    });
  }

  async #deliver(change: Change, viewOf: ViewOf): Promise<void> {
    const groups = this.#groupsFor(change);
    if (groups.length === 0) return;
    const options = { database: this.#database, viewOf, log: this.#log };
    try {
      const visible = await seeChange(options, change, groups);
      for (const [{ members }, seen] of visible) {
        for (const member of members) tell(member, change, seen);
      }
    } catch (error) {
      this.#log(`realtime: could not check a change: ${String(error)}`);
    }
  }

  #groupsFor(change: Change): Group[] {
    const groups = new Map<string, Group>();
    for (const subscriber of this.#subscribers) {
      const bindings = subscriber.bindings.filter((binding) => concerns(binding, change));
      if (bindings.length === 0) continue;
      const claims = subscriber.currentClaims();
      if (!claims) continue;
      const key = JSON.stringify(claims);
      const group = groups.get(key) ?? { claims, bindings: [], members: [] };
      group.bindings.push(...bindings);
      group.members.push(subscriber);
      groups.set(key, group);
    }
    return [...groups.values()];
  }
}

const parse = (record: string | null): Change["record"] =>
  record === null ? null : (parseExactly(record) as Change["record"]);

function concerns({ event, schema, table }: ChangeBinding, change: Change): boolean {
  return (
    (event === "*" || event === change.type) &&
    (schema === "*" || schema === change.schema) &&
    (table === undefined || table === change.table)
  );
}

function tell(member: ChangeSubscriber, change: Change, seen: VisibleChange): void {
  const bySelection = new Map<string, ChangeBinding[]>();
  for (const binding of seen.matching) {
    if (!member.bindings.includes(binding)) continue;
    const key = JSON.stringify(binding.select ?? null);
    bySelection.set(key, [...(bySelection.get(key) ?? []), binding]);
  }
  for (const bindings of bySelection.values()) {
    const selected = bindings[0]?.select;
    const columns = seen.columns.filter(({ name }) => !selected || selected.includes(name));
    const keep = (record: Record<string, unknown> | undefined) =>
      record &&
      Object.fromEntries(
        Object.entries(record).filter(([name]) => !selected || selected.includes(name)),
      );
    const record = keep(seen.record);
    const oldRecord = keep(seen.oldRecord);
    member.receiveChange({
      ids: bindings.map(({ id }) => id),
      data: {
        schema: change.schema,
        table: change.table,
        type: change.type,
        commit_timestamp: change.commitTimestamp,
        columns: columns.map(({ name, type }) => ({ name, type })),
        ...(record && { record }),
        ...(oldRecord && { old_record: oldRecord }),
        errors: seen.errors,
      },
    });
  }
}
