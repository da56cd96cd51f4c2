import type pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { begin, connect, settle, untilBlocked } from "../harness/transactions.ts";

const CHAIN = "select pg_advisory_xact_lock(hashtextextended($1::text, 0))";
const LOW = "00000000-0000-4000-8000-000000000000";
const HIGH = "f0000000-0000-4000-8000-000000000000";

/** Returns the two firms in the order of their ids. */
function firmsInOrder() {
  const { alpha, beta } = inject("world");
  const [first = alpha, second = beta] = [alpha, beta].sort((a, b) => (a.orgId < b.orgId ? -1 : 1));
  return { first, second };
}

async function expireTwoInvitations(db: pg.Client) {
  const { first, second } = firmsInOrder();
  await db.query(
    `insert into public.invitations (org_id, email, role, invited_by, expires_at)
    values ($1, 'locks@new.example', 'member', $2, now() - interval '1 hour'),
      ($3, 'locks@new.example', 'member', $4, now() - interval '2 hours')`,
    [first.orgId, first.owner.id, second.orgId, second.owner.id],
  );
  onTestFinished(async () => {
    await db.query("delete from public.invitations where email = 'locks@new.example'");
  });
}

/**
 * The request of the first firm has the higher id. The transactions would deadlock if the purge
 * locked the firms' chains in the order of the requests' ids.
 */
async function archiveTwoRequests(db: pg.Client) {
  const { first, second } = firmsInOrder();
  for (const [id, { orgId, clientId, owner }] of [
    [HIGH, first],
    [LOW, second],
  ] as const) {
    await db.query(
      `insert into public.requests (
        id, org_id, client_id, title, status, due_on, sent_at, closed_at, created_by)
      values ($1, $2, $3, 'locks', 'archived', '2015-01-01', '2015-01-01', '2015-01-01', $4)`,
      [id, orgId, clientId, owner.id],
    );
  }
  onTestFinished(async () => {
    await db.query("delete from public.requests where title = 'locks'");
  });
}

test.for([
  ["expire_invitations", expireTwoInvitations],
  ["purge_requests", archiveTwoRequests],
] as const)(
  "%s for two firms does not deadlock with a transaction that records events of both",
  async ([name, prepare]) => {
    const { first, second } = firmsInOrder();
    const db = await connect();
    await prepare(db);
    const change = await begin();
    const sweep = await begin();
    await change.connection.query(CHAIN, [first.orgId]);
    const swept = settle(sweep.connection.query(`select public.${name}()`));
    await untilBlocked(db, sweep.pid, change.pid);
    // If the transactions were deadlocked, PostgreSQL would end one of them with an error.
    expect(await settle(change.connection.query(CHAIN, [second.orgId]))).not.toHaveProperty(
      "error",
    );
    await change.connection.query("rollback");
    expect(await swept).not.toHaveProperty("error");
    await sweep.connection.query("rollback");
  },
);
