import type { Person } from "./person.ts";
import type { Scene } from "./test.ts";

/**
 * Records that a person has just opened Alpha's file. The storage policy requires this record. If a
 * test then sees a refusal, another condition of the policy is the cause.
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
