import { expect } from "vitest";
import { foundFirm } from "../harness/new-firm.ts";
import { createPerson, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const limit = (scene: Scene, orgId: string, column: "first_emails" | "invitations", n: number) =>
  scene.db.query(`insert into private.org_limits (org_id, ${column}) values ($1, $2)`, [orgId, n]);

async function hire(scene: Scene, orgId: string, role: string) {
  const person = await createPerson(scene.db, role, `${role}@gamma.example`);
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role, status) values ($1, $2, $3, 'active')",
    [orgId, person.id, role],
  );
  return person;
}

async function reports(scene: Scene) {
  const system = scene.as(service);
  const claimed = await system.rows("claim_mail", { max_rows: 500 });
  for (const { mail_id, tries } of claimed) {
    await system.rpc("finish_mail", {
      mail_id: String(mail_id),
      tries: Number(tries),
      outcome: "sent",
    });
  }
  return claimed
    .filter(({ kind }) => kind === "email_deferred")
    .map(({ to_email, data }) => ({ to: to_email, ...(data as object) }))
    .sort((a, b) => String(a.to).localeCompare(String(b.to)));
}

// S-4.42
test("owners and admins get one email a day with the number of deferred first emails of requests", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  await hire(scene, orgId, "admin");
  await hire(scene, orgId, "member");
  await limit(scene, orgId, "first_emails", 1);
  await ask("one@gamma.example");
  expect(await reports(scene)).toEqual([]);
  await ask("two@gamma.example");
  await ask("three@gamma.example");
  const report = { cause: "request_sent", limit: 1, is_trusted: false };
  expect(await reports(scene)).toEqual([
    { to: "admin@gamma.example", waiting: 2, ...report },
    { to: "owner@gamma.example", waiting: 2, ...report },
  ]);
  await ask("four@gamma.example");
  expect(await reports(scene)).toEqual([]);
  await scene.db.query(
    "select set_config('dossier.clock', private.org_midnight($1, 1)::text, true)",
    [orgId],
  );
  await scene.as(service).rpc("release_deferred_mail", {});
  expect(await reports(scene)).toEqual([
    { to: "admin@gamma.example", waiting: 2, ...report },
    { to: "owner@gamma.example", waiting: 2, ...report },
  ]);
});

test("deferred invitations have a separate report, and changing the time zone causes no second report", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  await limit(scene, orgId, "invitations", 0);
  const invite = (email: string) =>
    scene.as(owner).rpc("create_invitation", { org_id: orgId, email, role: "member" });
  await invite("one@elsewhere.example");
  expect(await reports(scene)).toEqual([
    { to: "owner@gamma.example", cause: "invitation", waiting: 1, limit: 0, is_trusted: false },
  ]);
  await scene.db.query("update public.orgs set time_zone = 'Pacific/Kiritimati' where id = $1", [
    orgId,
  ]);
  await invite("two@elsewhere.example");
  expect(await reports(scene)).toEqual([]);
  await scene.db.query("update private.org_limits set first_emails = 0 where org_id = $1", [orgId]);
  await ask("three@gamma.example");
  expect(await reports(scene)).toMatchObject([{ cause: "request_sent", waiting: 1 }]);
});

// S-4.42
test("a report of deferred emails is canceled if none is left, or if its recipient is no longer an admin", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  const admin = await hire(scene, orgId, "admin");
  await limit(scene, orgId, "first_emails", 0);
  const { requestId } = await ask("one@gamma.example");
  await scene.db.query("update public.memberships set role = 'member' where user_id = $1", [
    admin.id,
  ]);
  await scene.as(owner).rpc("cancel_request", { request_id: requestId, reason: "A mistake" });
  expect(await reports(scene)).toEqual([]);
  const { rows } = await scene.db.query(
    "select distinct status from private.outbox where kind = 'email_deferred'",
  );
  expect(rows).toEqual([{ status: "cancelled" }]);
});

test("deferring a later email about a request sends no report and does not prevent the day's report", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  const { requestId } = await ask("busy@elsewhere.example");
  for (let no = 0; no < 5; no += 1) {
    await scene.db.query("update public.requests set version = version + 1 where id = $1", [
      requestId,
    ]);
    await scene.db.query(
      "select private.mail_recipients(r, 'request_reopened', '0') from public.requests r where r.id = $1",
      [requestId],
    );
  }
  const { rows } = await scene.db.query(
    "select count(*)::int from private.outbox where kind = 'request_reopened' and status = 'deferred'",
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect(await reports(scene)).toEqual([]);
  await limit(scene, orgId, "first_emails", 0);
  await ask("one@gamma.example");
  expect(await reports(scene)).toMatchObject([{ cause: "request_sent", waiting: 1 }]);
});

test("staff see the trust level of their firm", async ({ scene }) => {
  const { orgId, owner } = await foundFirm(scene, "gamma");
  const level = async () =>
    (await scene.as(owner).rpc("get_email_budget", { org_id: orgId })).is_trusted;
  expect(await level()).toBe(false);
  await scene.db.query("insert into private.org_limits (org_id, is_trusted) values ($1, true)", [
    orgId,
  ]);
  expect(await level()).toBe(true);
});
