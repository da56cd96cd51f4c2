import type { Database } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import type { ChangeBinding } from "./binding.ts";
import { type Change, seeChange, type VisibleChange } from "./visibility.ts";

/** The trigger of published tables notifies on this channel. */
const NOTIFICATIONS = "realtime_changes";

/** Payload of a `postgres_changes` message. */
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
    /** Reasons why the record is missing for this role. */
    errors: string[] | null;
  };
}

export interface ChangeSubscriber {
  bindings: readonly ChangeBinding[];
  /** Undefined when the subscriber may no longer receive anything. */
  currentClaims(): TokenClaims | undefined;
  receiveChange(message: ChangeMessage): void;
}

interface WalRow {
  id: string;
  schema: string;
  table: string;
  type: Change["type"];
  record: Change["record"];
  oldRecord: Change["oldRecord"];
  commitTimestamp: string;
}

/** Delivers changes of published tables, in commit order. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #log: (line: string) => void;
  readonly #subscribers = new Set<ChangeSubscriber>();
  #waiting: string[] = [];
  #isReading = false;
  #stop: (() => Promise<void>) | undefined;

  constructor(database: Database, log: (line: string) => void) {
    this.#database = database;
    this.#log = log;
  }

  async start(): Promise<void> {
    // There were no subscribers when these changes happened.
    await this.#database.query("delete from realtime.wal");
    this.#stop = await this.#database.listen(NOTIFICATIONS, (id) => {
      this.#waiting.push(id);
      void this.#read();
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

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waiting.length > 0) {
        const ids = this.#waiting;
        this.#waiting = [];
        for (const row of await this.#take(ids)) await this.#deliver(row);
      }
    } catch (error) {
      this.#log(`realtime: could not read changes: ${String(error)}`);
    } finally {
      this.#isReading = false;
    }
  }

  async #take(ids: readonly string[]): Promise<Change[]> {
    const rows = await this.#database.query<WalRow>(
      `delete from realtime.wal where id = any($1::bigint[])
       returning id::text as id, schema_name as schema, table_name as "table", type, record,
         old_record as "oldRecord",
         to_char(commit_timestamp at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
           as "commitTimestamp"`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async #deliver(change: Change): Promise<void> {
    const groups = new Map<string, { claims: TokenClaims; members: ChangeSubscriber[] }>();
    for (const subscriber of this.#subscribers) {
      if (!subscriber.bindings.some((binding) => concerns(binding, change))) continue;
      const claims = subscriber.currentClaims();
      if (!claims) continue;
      const key = JSON.stringify(claims);
      const group = groups.get(key) ?? { claims, members: [] };
      group.members.push(subscriber);
      groups.set(key, group);
    }
    for (const { claims, members } of groups.values()) {
      const bindings = members.flatMap((member) =>
        member.bindings.filter((binding) => concerns(binding, change)),
      );
      const seen = await seeChange(this.#database, change, claims, bindings).catch(
        (error: unknown) => this.#log(`realtime: could not check a change: ${String(error)}`),
      );
      if (!seen) continue;
      for (const member of members) tell(member, change, seen);
    }
  }
}

function concerns({ event, schema, table }: ChangeBinding, change: Change): boolean {
  return (
    (event === "*" || event === change.type) &&
    (schema === "*" || schema === change.schema) &&
    (table === undefined || table === change.table)
  );
}

/** Creates one message per set of selected columns. */
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
