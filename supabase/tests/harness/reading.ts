import type { Person } from "./person.ts";
import type { Scene } from "./test.ts";

/**
 * Records that the person has just opened the file, because the storage policy requires this
 * record. A refusal in a test then has another reason.
 */
export async function recordReading({ db, world }: Scene, person: Person): Promise<void> {
  const { orgId, requestId, fileId } = world.alpha;
  await db.query(
    `select private.record_event(
      row('user', nullif($1, '')::uuid, 'Reader')::private.actor, $2, $3, 'file.opened', 'file',
      $4, '{}')`,
    [person.id, orgId, requestId, fileId],
  );
}
