import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { open } from "../harness/client.ts";

async function foundFirm(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.orgs (name, slug, reply_email, time_zone)
    values ('Sigma', 'sigma', 'office@sigma.example', 'Europe/London') returning id`,
  );
  const id = rows[0]?.id ?? "";
  onTestFinished(async () => {
    await db.query("delete from private.outbox where to_email like '%@sigma.example'");
    await db.query("update public.orgs set deleted_at = now() - interval '31 days' where id = $1", [
      id,
    ]);
    await db.query("delete from public.events where org_id = $1", [id]);
    await db.query("delete from public.orgs where id = $1", [id]);
    await db.end();
  });
  return id;
}

test("deleting a user through Auth's admin API ends the membership and notifies the person", async () => {
  const db = new pg.Client({ connectionString: inject("databaseUrl") });
  await db.connect();
  const orgId = await foundFirm(db);
  const { admin } = open(inject("serviceKey")).auth;
  const email = `${randomUUID()}@sigma.example`;
  const { data } = await admin.createUser({ email, email_confirm: true });
  const userId = data.user?.id ?? "";
  await db.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, 'member')",
    [orgId, userId],
  );
  expect((await admin.deleteUser(userId)).error).toBeNull();
  const { rows } = await db.query(
    `select m.status, (
      select count(*)::int from private.outbox o
      where o.kind = 'account_notice' and o.to_email = $2) as notices
    from public.memberships m where m.user_id = $1`,
    [userId, email],
  );
  expect(rows).toEqual([{ status: "removed", notices: 1 }]);
});
