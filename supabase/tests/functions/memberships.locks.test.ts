import type pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { Actor } from "../harness/actor.ts";
import { begin, connect, settle, untilBlocked } from "../harness/transactions.ts";

const LOCK = "select from public.requests where id = $1 for no key update";

/**
 * Commits two drafts of a member. The order of their due dates is the opposite of the order of
 * their ids, so the transactions could deadlock if the removal locked the drafts in the order of
 * due dates.
 */
async function assignTwo(db: pg.Client): Promise<string[]> {
  const { alpha } = inject("world");
  const { rows } = await db.query<{ id: string }>(
    `insert into public.requests (id, org_id, client_id, title, due_on, assignee_id, created_by)
    select id, $1, $2, 'locks', due_on, $3, $3
    from (values
      ('f0000000-0000-4000-8000-000000000000'::uuid, date '2026-01-01'),
      ('00000000-0000-4000-8000-000000000000'::uuid, date '2026-01-02')) draft (id, due_on)
    returning id`,
    [alpha.orgId, alpha.clientId, alpha.member.id],
  );
  onTestFinished(async () => {
    await db.query("delete from public.requests where title = 'locks'");
  });
  return rows.map(({ id }) => id).sort();
}

test("removing a member does not deadlock with a transaction that locks two of the member's requests", async () => {
  const { alpha } = inject("world");
  const db = await connect();
  const [first, last] = await assignTwo(db);
  const change = await begin();
  const removal = await begin();
  await change.connection.query(LOCK, [first]);
  const owner = new Actor(removal.connection, alpha.owner);
  const removed = settle(
    owner.rpc("remove_member", { org_id: alpha.orgId, user_id: alpha.member.id }),
  );
  await untilBlocked(db, removal.pid, change.pid);
  // If the transactions were deadlocked, PostgreSQL would end one of them with an error.
  expect(await settle(change.connection.query(LOCK, [last]))).not.toHaveProperty("error");
  await change.connection.query("rollback");
  expect(await removed).not.toHaveProperty("error");
  await removal.connection.query("rollback");
});
