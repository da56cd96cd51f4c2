import { isRoleAllowed } from "../database/allowed-roles.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { TokenClaims } from "../keys/tokens.ts";

export interface ChannelRights {
  broadcast: { canRead: boolean; canWrite: boolean };
  presence: { canRead: boolean; canWrite: boolean };
}

export const PUBLIC_RIGHTS: ChannelRights = {
  broadcast: { canRead: true, canWrite: true },
  presence: { canRead: true, canWrite: true },
};

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Tries the policies in a transaction and rolls it back.
 * @param topic without the prefix `realtime:`
 */
export async function probeRights(
  database: Database,
  claims: TokenClaims,
  topic: string,
): Promise<ChannelRights> {
  if (!(await isRoleAllowed(database, claims.role))) {
    return {
      broadcast: { canRead: false, canWrite: false },
      presence: { canRead: false, canWrite: false },
    };
  }
  return await database.transaction(
    async (tx) => {
      const probes = await tx.query<{ id: string; extension: string }>(
        `insert into realtime.messages (topic, extension, private)
         values ($1, 'broadcast', true), ($1, 'presence', true) returning id, extension`,
        [topic],
      );
      await tx.query(
        `select set_config('realtime.topic', $1, true), set_config('request.jwt.claims', $2, true),
           set_config('request.jwt.claim.sub', $3, true),
           set_config('request.jwt.claim.role', $4, true), set_config('role', $4, true)`,
        [topic, JSON.stringify(claims), claims.sub ?? "", claims.role],
      );
      const readable = await readableExtensions(tx, probes);
      return {
        broadcast: {
          canRead: readable.has("broadcast"),
          canWrite: await canInsert(tx, topic, "broadcast"),
        },
        presence: {
          canRead: readable.has("presence"),
          canWrite: await canInsert(tx, topic, "presence"),
        },
      };
    },
    { rollback: true },
  );
}

async function readableExtensions(
  tx: Queryable,
  probes: readonly { id: string; extension: string }[],
): Promise<Set<string>> {
  const seen = await permitted(tx, async () =>
    tx.query<{ id: string }>("select id from realtime.messages where id = any($1)", [
      probes.map((probe) => probe.id),
    ]),
  );
  const ids = new Set(seen?.map((row) => row.id));
  return new Set(probes.filter((probe) => ids.has(probe.id)).map((probe) => probe.extension));
}

async function canInsert(tx: Queryable, topic: string, extension: string): Promise<boolean> {
  const inserted = await permitted(tx, async () =>
    tx.query("insert into realtime.messages (topic, extension, private) values ($1, $2, true)", [
      topic,
      extension,
    ]),
  );
  return inserted !== undefined;
}

async function permitted<T>(tx: Queryable, run: () => Promise<T>): Promise<T | undefined> {
  await tx.query("savepoint probe");
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await tx.query("rollback to savepoint probe");
    return undefined;
  }
}
