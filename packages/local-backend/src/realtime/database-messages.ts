import type { Database } from "../database/database.ts";
import type { ChannelBroadcast, Hub } from "./hub.ts";
import type { BroadcastBody } from "./protocol.ts";

/** PostgreSQL channel that the trigger on `realtime.messages` notifies. */
const NOTIFICATIONS = "realtime_messages";

export interface MessageRow {
  id: string;
  topic: string;
  event: string | null;
  payload: unknown;
  binary_payload: Buffer | null;
  private: boolean | null;
}

/**
 * Delivers broadcasts that SQL inserts, for example with `realtime.send()`. Returns a function that
 * stops the delivery.
 */
export async function relayDatabaseMessages(
  database: Database,
  hub: Hub,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  let waiting: string[] = [];
  let isReading = false;

  const read = async () => {
    if (isReading) return;
    isReading = true;
    try {
      while (waiting.length > 0) {
        const ids = waiting;
        waiting = [];
        for (const row of await messagesById(database, ids)) deliver(hub, row);
      }
    } catch (error) {
      log(`realtime: could not read messages: ${String(error)}`);
    } finally {
      isReading = false;
    }
  };
  return await database.listen(NOTIFICATIONS, (id) => {
    waiting.push(id);
    void read();
  });
}

async function messagesById(database: Database, ids: readonly string[]): Promise<MessageRow[]> {
  return await database.query<MessageRow>(
    `select m.id, m.topic, m.event, m.payload, m.binary_payload, m.private
     from unnest($1::uuid[]) with ordinality as wanted (id, position)
     join realtime.messages as m on m.id = wanted.id
     order by wanted.position`,
    [ids],
  );
}

function deliver(hub: Hub, row: MessageRow): void {
  hub.broadcast({ topic: row.topic, isPrivate: row.private ?? false }, toBroadcast(row));
}

export function toBroadcast(row: MessageRow): ChannelBroadcast {
  const body: BroadcastBody = row.binary_payload
    ? { encoding: "binary", bytes: row.binary_payload }
    : { encoding: "json", value: row.payload };
  return { event: row.event ?? "", body, meta: { id: row.id } };
}

/** Deletes messages after three days, as hosted Supabase does. */
export async function purgeOldMessages(database: Database): Promise<void> {
  await database.query(
    "delete from realtime.messages where inserted_at < now() at time zone 'utc' - interval '3 days'",
  );
}
