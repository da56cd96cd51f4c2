import type { Database } from "../database/database.ts";
import { type MessageRow, toBroadcast } from "./database-messages.ts";
import type { ChannelBroadcast } from "./hub.ts";

export async function readReplay(
  database: Database,
  topic: string,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<ChannelBroadcast[]> {
  const rows = await database.query<MessageRow>(
    `select id, topic, event, payload, binary_payload, private from realtime.messages
     where topic = $1 and private and extension = 'broadcast'
       and inserted_at >= to_timestamp($2) at time zone 'utc'
       and inserted_at >= now() at time zone 'utc' - interval '3 days'
     order by inserted_at desc, id limit $3`,
    [topic, sinceMs / 1000, limit],
  );
  return rows.reverse().map((row) => {
    const broadcast = toBroadcast(row);
    return { ...broadcast, meta: { ...broadcast.meta, replayed: true } };
  });
}

/** Delivers stored broadcasts before live broadcasts, and each broadcast only once. */
export class ReplayGate {
  #held: ChannelBroadcast[] | undefined;
  /** IDs of replayed broadcasts, which may also arrive live. */
  #sent: ReadonlySet<unknown> = new Set();

  admits(broadcast: ChannelBroadcast): boolean {
    if (broadcast.meta && this.#sent.has(broadcast.meta.id)) return false;
    this.#held?.push(broadcast);
    return this.#held === undefined;
  }

  async replay(
    read: () => Promise<ChannelBroadcast[]>,
    pass: (broadcast: ChannelBroadcast) => void,
  ): Promise<void> {
    this.#held = [];
    let stored: ChannelBroadcast[] = [];
    try {
      stored = await read();
    } finally {
      const live = this.#held;
      this.#held = undefined;
      this.#sent = new Set(stored.map(({ meta }) => meta?.id));
      for (const broadcast of stored) pass(broadcast);
      for (const broadcast of live) if (this.admits(broadcast)) pass(broadcast);
    }
  }
}
