import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { test } from "../harness/test.ts";

async function openWorker(): Promise<pg.Client> {
  const worker = new pg.Client({ connectionString: inject("databaseUrl") });
  await worker.connect();
  onTestFinished(() => worker.end());
  await worker.query("begin; set local role service_role");
  return worker;
}

const claim = async (worker: pg.Client) =>
  (await worker.query("select mail_id from public.claim_mail(1)")).rows.map((row) => row.mail_id);

// S-9.21
test("concurrent workers neither claim the same email nor wait for each other", async ({
  scene,
}) => {
  const { rows } = await scene.db.query(
    "select count(*)::int as waiting from private.outbox where status = 'queued' and not_before <= now()",
  );
  const waiting = Number(rows[0]?.waiting);
  expect(waiting).toBeGreaterThan(1);
  const workers = await Promise.all(Array.from({ length: waiting + 1 }, openWorker));
  const claimed: string[] = [];
  for (const worker of workers) claimed.push(...(await claim(worker)));
  // All transactions are still open, so no worker waited for another one.
  expect(claimed).toHaveLength(waiting);
  expect(new Set(claimed).size).toBe(waiting);
});

test("there is one extra delivery run for every 500 due emails, up to eight", async ({ scene }) => {
  await scene.db.query("update private.outbox set status = 'sent'");
  const fill = (emails: number, notBefore = "0 seconds") =>
    scene.db.query(
      `insert into private.outbox (org_id, kind, to_email, dedupe_key, not_before)
      select org_id, kind, to_email, gen_random_uuid()::text, private.clock() + $2::interval
      from (select * from private.outbox limit 1) m, generate_series(1, $1)`,
      [emails, notBefore],
    );
  const runs = async () =>
    (await scene.db.query("select private.mail_runs() as runs")).rows[0]?.runs;
  await fill(499);
  await fill(600, "1 hour");
  expect(await runs()).toBe(0);
  await fill(501);
  expect(await runs()).toBe(2);
  await fill(9_000);
  expect(await runs()).toBe(8);
});

// S-4.46
test("a delivery worker does not wait for a transaction that records an event of the email's request", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const other = await openWorker();
  await other.query("reset role");
  await other.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [alpha.requestId]);
  // Claiming these two emails records events, because the contact does not want the reminder, and
  // the other email has no attempts left.
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.db.query("update public.contacts set email_pref = 'no_reminders'");
  await scene.db.query("update public.reminders set status = 'queued' where id = $1", [
    alpha.reminderId,
  ]);
  await scene.db.query(
    `insert into private.outbox (
      org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before, status,
      attempts, lease_until)
    select r.org_id, kind, 'nora@client.example', r.request_id, r.contact_id,
      jsonb_build_object('reminder_id', r.id), kind, private.clock() - interval '1 day', email.status,
      42, private.clock() - interval '1 day'
    from public.reminders r,
      (values ('reminder', 'queued'), ('request_sent', 'sending')) email (kind, status)
    where r.id = $1`,
    [alpha.reminderId],
  );
  const statuses = async () => {
    const { rows } = await scene.db.query(
      "select status from private.outbox where status <> 'sent' order by kind",
    );
    return rows.map((row) => row.status);
  };
  await scene.db.query("set local lock_timeout = '1s'");
  expect(await claim(scene.db)).toEqual([]);
  expect(await statuses()).toEqual(["queued", "sending"]);
  await other.query("rollback");
  expect(await claim(scene.db)).toEqual([]);
  expect(await statuses()).toEqual(["cancelled", "dead"]);
});
