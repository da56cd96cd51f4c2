import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

const WAYS = [
  ["deletes", "delete from auth.users where id = $1"],
  [
    "soft-deletes",
    "update auth.users set deleted_at = now(), email = md5(email) || '@deleted.example' where id = $1",
  ],
] as const;

const contactOf = async ({ db, world }: Scene) =>
  (
    await db.query("select status, user_id from public.contacts where id = $1", [
      world.alpha.contactId,
    ])
  ).rows[0];

const queued = async ({ db }: Scene, kind: string) =>
  (
    await db.query(
      "select to_email from private.outbox where kind = $1 and status = 'queued' order by to_email",
      [kind],
    )
  ).rows.map((row) => row.to_email);

test.beforeEach(async ({ scene }) => {
  await scene.db.query("update private.outbox set status = 'sent'");
});

test.for(WAYS)(
  "when a project administrator %s a contact's account, the contact is unlinked, their reminders end, and the contact and the firm get one notice each",
  async ([, sql], { scene }) => {
    const { alpha } = scene.world;
    await scene.db.query(sql, [alpha.contact.id]);
    expect(await contactOf(scene)).toEqual({ status: "account_deleted", user_id: null });
    expect(await queued(scene, "account_notice")).toEqual([alpha.contact.email]);
    expect(await queued(scene, "staff_notice")).toEqual([alpha.owner.email]);
    const { rows } = await scene.db.query(
      "select count(*)::int as n from public.reminders where contact_id = $1 and status = 'scheduled'",
      [alpha.contactId],
    );
    expect(rows).toEqual([{ n: 0 }]);
  },
);

test.for(WAYS)(
  "when a project administrator %s a member's account, the membership ends, and so do the member's invitations and assignments",
  async ([, sql], { scene }) => {
    const { alpha } = scene.world;
    const invitation = await scene.as(alpha.admin).rpc("create_invitation", {
      org_id: alpha.orgId,
      email: "puppet@elsewhere.example",
      role: "admin",
    });
    await scene.db.query("update public.requests set assignee_id = $1 where id = $2", [
      alpha.admin.id,
      alpha.requestId,
    ]);
    await scene.db.query(sql, [alpha.admin.id]);
    const { rows } = await scene.db.query(
      `select (select status from public.memberships where user_id = $1) as membership,
        (select status from public.invitations where id = $2) as invitation,
        (select assignee_id from public.requests where id = $3) as assignee_id`,
      [alpha.admin.id, invitation.id, alpha.requestId],
    );
    expect(rows).toEqual([{ membership: "removed", invitation: "revoked", assignee_id: null }]);
    const { rows: events } = await scene.db.query(
      "select action, actor_kind from public.events where org_id = $1 and action in ('member.removed', 'invitation.revoked') order by id",
      [alpha.orgId],
    );
    expect(events).toEqual([
      { action: "invitation.revoked", actor_kind: "system" },
      { action: "member.removed", actor_kind: "system" },
    ]);
  },
);

test("a project administrator may delete the account of a firm's last owner", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from auth.users where id = $1", [alpha.owner.id]);
  const { rows } = await scene.db.query(
    "select status from public.memberships where user_id = $1",
    [alpha.owner.id],
  );
  expect(rows).toEqual([{ status: "removed" }]);
});

test("deleting one's own account sends one notice and records one event", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("close_account", {});
  await scene.db.query("delete from auth.users where id = $1", [alpha.contact.id]);
  expect(await queued(scene, "account_notice")).toEqual([alpha.contact.email]);
  const { rows } = await scene.db.query(
    "select count(*)::int as n from public.events where action = 'contact.account_deleted'",
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test("deleting an account that was never confirmed unlinks its contact and sends no notice", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update auth.users set email_confirmed_at = null where id = $1", [
    alpha.contact.id,
  ]);
  await scene.db.query("delete from auth.users where id = $1", [alpha.contact.id]);
  expect(await contactOf(scene)).toEqual({ status: "active", user_id: null });
  expect(await queued(scene, "account_notice")).toEqual([]);
});
