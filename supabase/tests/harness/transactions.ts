import pg from "pg";
import { inject, onTestFinished } from "vitest";

export async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: inject("databaseUrl") });
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

export async function begin() {
  const connection = await connect();
  await connection.query("begin");
  const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { connection, pid: rows[0]?.pid };
}

/** Resolves when a lock of the connection `holding` blocks the connection `waiting`. */
export async function untilBlocked(db: pg.Client, waiting?: number, holding?: number) {
  for (;;) {
    const { rows } = await db.query("select $2 = any (pg_blocking_pids($1)) as is_blocked", [
      waiting,
      holding,
    ]);
    if (rows[0]?.is_blocked) return;
  }
}

export const settle = <Result>(query: Promise<Result>) =>
  query.catch((error: Error) => ({ error: error.message }));

/** Defers a reminder to a contact who no longer wants reminders. */
export async function deferReminder(db: pg.Client) {
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
