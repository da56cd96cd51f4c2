import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: inject("databaseUrl") });
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

async function begin() {
  const connection = await connect();
  await connection.query("begin");
  const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { connection, pid: rows[0]?.pid };
}

/** Resolves when the connection `waiting` is blocked by a lock of the connection `holding`. */
async function untilBlocked(db: pg.Client, waiting?: number, holding?: number) {
  for (;;) {
    const { rows } = await db.query("select $2 = any (pg_blocking_pids($1)) as is_blocked", [
      waiting,
      holding,
    ]);
    if (rows[0]?.is_blocked) return;
  }
}

const settle = (query: Promise<pg.QueryResult>) =>
  query.then(({ rows }) => ({ rows })).catch((error: Error) => ({ error: error.message }));

/** Commits a deferred reminder email that is due. Its recipient no longer wants reminders. */
async function deferReminder(db: pg.Client) {
  const { alpha } = inject("world");
  const reminderStatus = (status: string) =>
    db.query("update public.reminders set status = $2 where id = $1", [alpha.reminderId, status]);
  await reminderStatus("queued");
  await db.query(
    `insert into private.outbox (
      org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before, status)
    select r.org_id, 'reminder', 'former@elsewhere.example', r.id, c.id,
      jsonb_build_object('reminder_id', $3::text), 'locks', now() - interval '1 hour', 'deferred'
    from public.requests r, public.contacts c where r.id = $1 and c.id = $2`,
    [alpha.requestId, alpha.contactId, alpha.reminderId],
  );
  await db.query("update public.contacts set email_pref = 'no_reminders' where id = $1", [
    alpha.contactId,
  ]);
  onTestFinished(async () => {
    await db.query("delete from private.outbox where dedupe_key = 'locks'");
    await db.query("update public.contacts set email_pref = 'all' where id = $1", [
      alpha.contactId,
    ]);
    await reminderStatus("scheduled");
  });
}

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
    // If the transactions were deadlocked, PostgreSQL would end one of them with an error.
    expect(await settle(take(locks[second]))).not.toHaveProperty("error");
    await change.connection.query("rollback");
    expect(await released).toMatchObject({ rows: [{ n: 1 }] });
    await release.connection.query("rollback");
  },
);
