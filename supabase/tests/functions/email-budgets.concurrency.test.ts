import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

const CALLERS = 20;

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: inject("databaseUrl") });
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

async function foundFirms(db: pg.Client, slugs: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.orgs (name, slug, reply_email, time_zone)
    select slug, slug, 'office@' || slug || '.example', 'Europe/London' from unnest($1::text[]) slug
    returning id`,
    [slugs],
  );
  const ids = rows.map((row) => row.id);
  onTestFinished(async () => {
    await db.query("delete from private.counters");
    await db.query(
      "update public.orgs set deleted_at = now() - interval '31 days' where id = any ($1)",
      [ids],
    );
    await db.query("delete from public.events where org_id = any ($1)", [ids]);
    await db.query("delete from public.orgs where id = any ($1)", [ids]);
  });
  return ids;
}

/** Uses a connection and a transaction for each email. */
async function enqueueAtOnce(emails: { orgId: string | undefined; to: string }[]) {
  const connections = await Promise.all(emails.map(connect));
  await Promise.all(
    connections.map((connection, no) =>
      connection.query(
        "select private.enqueue_mail(jsonb_populate_record(null::private.outbox, $1))",
        [
          {
            org_id: emails[no]?.orgId,
            kind: "invitation",
            to_email: emails[no]?.to,
            dedupe_key: `at-once:${no}`,
            not_before: new Date().toISOString(),
          },
        ],
      ),
    ),
  );
}

const split = async (db: pg.Client) =>
  (
    await db.query(
      `select count(*) filter (where status = 'queued')::int as queued,
        count(*) filter (where status = 'deferred')::int as deferred
      from private.outbox where dedupe_key like 'at-once:%'`,
    )
  ).rows[0];

// S-4.41
test("a firm's email budget is not exceeded when twenty emails are queued at once", async () => {
  const db = await connect();
  const [orgId] = await foundFirms(db, ["kappa"]);
  await db.query("insert into private.org_limits (org_id, first_emails) values ($1, 7)", [orgId]);
  await enqueueAtOnce(
    Array.from({ length: CALLERS }, (_, no) => ({ orgId, to: `person${no}@elsewhere.example` })),
  );
  expect(await split(db)).toEqual({ queued: 7, deferred: CALLERS - 7 });
});

test("an email address's daily limit is not exceeded when two firms email the address at once", async () => {
  const db = await connect();
  const firms = await foundFirms(db, ["lambda", "omicron"]);
  await enqueueAtOnce(
    Array.from({ length: CALLERS }, (_, no) => ({
      orgId: firms[no % 2],
      to: "victim@elsewhere.example",
    })),
  );
  expect(await split(db)).toEqual({ queued: 5, deferred: CALLERS - 5 });
});
