import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function delivered(scene: Scene) {
  const system = scene.as(service);
  const emails = await system.rows("claim_mail", { max_rows: 100 });
  for (const email of emails) {
    await system.rpc("finish_mail", {
      mail_id: String(email.mail_id),
      tries: Number(email.tries),
      outcome: "sent",
    });
  }
  return emails
    .filter((email) => email.kind === "account_notice")
    .map(({ to_email, org_name, data }) => ({ to_email, org_name, data }));
}

const notice = (name: string, more: object = {}) =>
  expect.objectContaining({ notice: name, ...more });

// S-4.43
test("a notice reaches each email address once, even if Auth reports the same change several times", async ({
  scene,
}) => {
  const queue = (cause: string) =>
    scene.as(service).rpc("queue_account_notice", {
      notice: "email_changed",
      cause,
      emails: ["New@home.example", "old@home.example"],
    });
  await queue("one change");
  await queue("one change");
  const emails = await delivered(scene);
  expect(emails).toEqual(
    expect.arrayContaining([
      { to_email: "new@home.example", org_name: null, data: notice("email_changed") },
      { to_email: "old@home.example", org_name: null, data: notice("email_changed") },
    ]),
  );
  expect(emails).toHaveLength(2);
  await queue("another change");
  expect(await delivered(scene)).toHaveLength(2);
});

test("deleting an account sends a notice to the account's email address", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("close_account", {});
  await scene.db.query("delete from auth.users where id = $1", [alpha.contact.id]);
  expect(await delivered(scene)).toEqual([
    { to_email: alpha.contact.email, org_name: null, data: notice("account_deleted") },
  ]);
});

// S-4.43
test("deleting a firm sends a notice to every owner, and says whose account deleted the firm", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    "update public.memberships set role = 'owner' where org_id = $1 and user_id = $2",
    [alpha.orgId, alpha.admin.id],
  );
  await scene.as(alpha.owner).rpc("delete_org", { org_id: alpha.orgId });
  const emails = await delivered(scene);
  const by = { firm: "Alpha", by: "Alpha Owner" };
  expect(Object.fromEntries(emails.map(({ to_email, data }) => [to_email, data]))).toEqual({
    [alpha.admin.email]: notice("firm_deleted", { ...by, by_reader: false }),
    [alpha.owner.email]: notice("firm_deleted", { ...by, by_reader: true }),
  });
});

test("a member gets a notice when an owner removes the member's factors", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(service).rpc("record_factor_reset", {
    org_id: alpha.orgId,
    user_id: alpha.member.id,
    actor_id: alpha.owner.id,
  });
  expect(await delivered(scene)).toEqual([
    {
      to_email: alpha.member.email,
      org_name: null,
      data: notice("factors_reset", { firm: "Alpha", by: "Alpha Owner" }),
    },
  ]);
});

test("no event is recorded for an account notice that cannot be delivered", async ({ scene }) => {
  await scene.as(service).rpc("queue_account_notice", {
    notice: "password_changed",
    cause: "one",
    emails: ["gone@home.example"],
  });
  const [email] = (await scene.as(service).rows("claim_mail", { max_rows: 100 })).filter(
    ({ kind }) => kind === "account_notice",
  );
  const mail_id = String(email?.mail_id);
  await scene.as(service).rpc("finish_mail", { mail_id, tries: 1, outcome: "failed" });
  await scene.as(service).rpc("requeue_email", {});
  await scene.as(service).rpc("record_bounce", { provider_id: "none", mail_id });
  const { rows } = await scene.db.query("select from public.events where entity_id = $1", [
    mail_id,
  ]);
  expect(rows).toHaveLength(0);
});
