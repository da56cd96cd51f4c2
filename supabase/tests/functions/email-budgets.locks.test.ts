import { expect, inject, test } from "vitest";
import { begin, connect, deferReminder, settle, untilBlocked } from "../harness/transactions.ts";

const BUDGET = "select pg_advisory_xact_lock(hashtextextended('first_emails_of:' || $1::uuid, 0))";
const CHAIN = "select pg_advisory_xact_lock(hashtextextended($1::text, 0))";
const EMAILS = "select private.cancel_mail($1::uuid, null, null)";

test.for([
  ["the firm's budget", "the request's emails"],
  ["the request's chain of events", "the firm's budget"],
] as const)(
  "a transaction that changes a request and locks %s, then %s, does not deadlock with the release of deferred emails",
  async ([first, second]) => {
    const { alpha } = inject("world");
    const locks = {
      "the firm's budget": [BUDGET, alpha.orgId],
      "the request's chain of events": [CHAIN, alpha.requestId],
      "the request's emails": [EMAILS, alpha.requestId],
    } as const;
    const db = await connect();
    await deferReminder(db);
    const change = await begin();
    const release = await begin();
    const take = ([sql, id]: readonly [string, string]) => change.connection.query(sql, [id]);
    await change.connection.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
    await take(locks[first]);
    const released = settle(release.connection.query("select public.release_deferred_mail() as n"));
    await untilBlocked(db, release.pid, change.pid);
    // After a deadlock, PostgreSQL would end one of the transactions with an error.
    expect(await settle(take(locks[second]))).not.toHaveProperty("error");
    await change.connection.query("rollback");
    expect(await released).toMatchObject({ rows: [{ n: 1 }] });
    await release.connection.query("rollback");
  },
);
