import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { test } from "../harness/test.ts";

/** Another worker: a connection of its own, in a transaction that is rolled back. */
async function openWorker(): Promise<pg.Client> {
  const worker = new pg.Client({ connectionString: inject("databaseUrl") });
  await worker.connect();
  onTestFinished(() => worker.end());
  await worker.query("begin; set local role service_role");
  return worker;
}

const claim = async (worker: pg.Client) =>
  (await worker.query("select mail_id from public.claim_mail(1)")).rows.map((row) => row.mail_id);

test("workers that run at the same time never take the same mail, nor wait for each other", async ({
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
  // The transactions are all open: each mail went to one of them, the last found none.
  expect(claimed).toHaveLength(waiting);
  expect(new Set(claimed).size).toBe(waiting);
});

test("a large outbox is given a further run for every 500 mails, at most eight", async ({
  scene,
}) => {
  await scene.db.query("update private.outbox set status = 'sent'");
  const fill = (mails: number, notBefore = "0 seconds") =>
    scene.db.query(
      `insert into private.outbox (org_id, kind, to_email, dedupe_key, not_before)
      select org_id, kind, to_email, gen_random_uuid()::text, private.clock() + $2::interval
      from (select * from private.outbox limit 1) m, generate_series(1, $1)`,
      [mails, notBefore],
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
