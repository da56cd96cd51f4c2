import type pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { begin, connect, settle, untilBlocked } from "../harness/transactions.ts";

async function sendDigest(db: pg.Client, requestIds: string[], status: string) {
  const { rows } = await db.query<{ id: string }>(
    `insert into private.outbox (
      org_id, kind, to_email, data, dedupe_key, not_before, status, tries)
    values ($1, 'staff_digest', 'owner@alpha.example',
      jsonb_build_object('item_ids', '[]'::jsonb, 'request_ids', $2::text[]), 'locks', now(), $3, 1)
    returning id`,
    [inject("world").alpha.orgId, requestIds, status],
  );
  onTestFinished(async () => {
    await db.query("delete from private.outbox where dedupe_key = 'locks'");
  });
  return rows[0]?.id;
}

const LOCK = "select from public.requests where id = any ($1) order by id for no key update";
const CHAIN = "select pg_advisory_xact_lock(hashtextextended($1::text, 0))";

test.for([
  ["recording that an email was sent", "sending", "finish_mail($1, 1, 'sent')"],
  ["recording a bounce", "sent", "record_bounce('', $1)"],
  ["queuing a dead email again", "dead", "requeue_email($1)"],
  ["canceling a dead email", "dead", "cancel_email($1)"],
] as const)(
  "%s about two requests does not deadlock with a transaction that changes both",
  async ([, status, call]) => {
    const { alpha } = inject("world");
    const requestIds = [alpha.requestId, alpha.draftId].sort();
    const db = await connect();
    const digest = await sendDigest(db, requestIds, status);
    const change = await begin();
    const report = await begin();
    await change.connection.query(LOCK, [requestIds]);
    // The called function locks the first request's chain first, because it records its events in
    // the order of the requests' ids.
    const [first, last] = requestIds;
    await change.connection.query(CHAIN, [last]);
    const reported = settle(report.connection.query(`select public.${call} as result`, [digest]));
    await untilBlocked(db, report.pid, change.pid);
    // After a deadlock, PostgreSQL would end one of the transactions with an error.
    expect(await settle(change.connection.query(CHAIN, [first]))).not.toHaveProperty("error");
    await change.connection.query("rollback");
    expect(await reported).not.toHaveProperty("error");
    await report.connection.query("rollback");
  },
);
