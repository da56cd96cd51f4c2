import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { refusal } from "../harness/actor.ts";
import { createPerson, type Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const CLOSED = { status: "409", code: "invitation_closed", detail: { status: "revoked" } };

async function join(scene: Scene, role: string): Promise<Person> {
  const person = await createPerson(scene.db, `Author ${role}`, `author-${role}@alpha.example`);
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, $3)",
    [scene.world.alpha.orgId, person.id, role],
  );
  return person;
}

async function invite(scene: Scene, author: Person, role: string) {
  const guest = await createPerson(scene.db, "Guest", `guest-${role}@alpha.example`);
  const org_id = scene.world.alpha.orgId;
  const { id } = await scene
    .as(author)
    .rpc("create_invitation", { org_id, email: guest.email, role });
  return { guest, invitation_id: String(id) };
}

async function stateOf(scene: Scene, invitation_id: string) {
  const { rows } = await scene.db.query(
    "select status, ended_by_rights from public.invitations where id = $1",
    [invitation_id],
  );
  const events = await scene.db.query(
    `select actor_kind, actor_id, data from public.events
    where action = 'invitation.revoked' and entity_id = $1`,
    [invitation_id],
  );
  return { ...rows[0], events: events.rows };
}

const ENDS = [
  ["an owner who is removed", "owner", "owner", "remove_member", {}],
  ["an owner who becomes a member", "owner", "owner", "change_role", { role: "member" }],
  ["an owner who becomes an admin", "owner", "owner", "change_role", { role: "admin" }],
  ["an admin who is suspended", "admin", "admin", "suspend_member", {}],
  ["an admin who is removed", "admin", "member", "remove_member", {}],
  ["an admin who becomes a member", "admin", "member", "change_role", { role: "member" }],
] as const;

// S-4.34
test.for(ENDS)(
  "an invitation ends when its author loses the right to create the invitation: %s",
  async ([, role, invited, call, args], { scene }) => {
    const { alpha } = scene.world;
    const author = await join(scene, role);
    const { guest, invitation_id } = await invite(scene, author, invited);
    await scene
      .as(alpha.owner)
      .rpc(call, { org_id: alpha.orgId, user_id: author.id, ...args } as never);
    expect(await stateOf(scene, invitation_id)).toEqual({
      status: "revoked",
      ended_by_rights: true,
      events: [
        {
          actor_kind: "staff",
          actor_id: alpha.owner.id,
          data: { role: invited, reason: "author" },
        },
      ],
    });
    expect(await refusal(scene.as(guest).rpc("accept_invitation", { invitation_id }))).toEqual(
      CLOSED,
    );
    expect(await scene.as(guest).rpc("get_invitation", { invitation_id })).toMatchObject({
      state: "revoked",
    });
  },
);

test("an invitation ends when its author leaves the firm or deletes their account", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const leaver = await join(scene, "owner");
  const left = await invite(scene, leaver, "owner");
  await scene.as(leaver).rpc("remove_member", { org_id: alpha.orgId, user_id: leaver.id });
  expect(await stateOf(scene, left.invitation_id)).toMatchObject({ status: "revoked" });

  const closer = await join(scene, "admin");
  const closed = await invite(scene, closer, "admin");
  await scene.as(closer).rpc("close_account", {} as never);
  expect(await stateOf(scene, closed.invitation_id)).toMatchObject({ status: "revoked" });
});

// S-4.34
test("an invitation whose author's account was deleted by an operator is not emailed and cannot be accepted", async ({
  scene,
}) => {
  const author = await join(scene, "owner");
  const { guest, invitation_id } = await invite(scene, author, "owner");
  await scene.db.query("delete from auth.users where id = $1", [author.id]);
  expect(await refusal(scene.as(guest).rpc("accept_invitation", { invitation_id }))).toEqual(
    CLOSED,
  );
  expect(await scene.as(guest).rpc("get_invitation", { invitation_id })).toMatchObject({
    state: "revoked",
  });
  await scene.db.query("delete from private.outbox where kind <> 'invitation' or to_email <> $1", [
    guest.email,
  ]);
  const { rows } = await scene.db.query("select * from public.claim_mail()");
  expect(rows).toEqual([]);
});

test("demoting an owner to admin keeps the owner's invitations that an admin may create, and other owners' invitations", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const author = await join(scene, "owner");
  const asMember = await invite(scene, author, "member");
  const ofOwner = await invite(scene, alpha.owner, "admin");
  await scene
    .as(alpha.owner)
    .rpc("change_role", { org_id: alpha.orgId, user_id: author.id, role: "admin" });
  for (const { guest, invitation_id } of [asMember, ofOwner]) {
    expect(await stateOf(scene, invitation_id)).toEqual({
      status: "pending",
      ended_by_rights: false,
      events: [],
    });
    await scene.as(guest).rpc("accept_invitation", { invitation_id });
  }
});

test("an invitation that ended when its author was suspended stays ended when the author is restored", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const author = await join(scene, "admin");
  const { invitation_id } = await invite(scene, author, "member");
  const args = { org_id: alpha.orgId, user_id: author.id };
  await scene.as(alpha.owner).rpc("suspend_member", args);
  await scene.as(alpha.owner).rpc("restore_member", args);
  expect(await stateOf(scene, invitation_id)).toMatchObject({ status: "revoked" });
});

test("an invitation that its author could no longer create cannot be resent", async ({ scene }) => {
  const author = await join(scene, "owner");
  const { invitation_id } = await invite(scene, author, "member");
  await scene.db.query("delete from auth.users where id = $1", [author.id]);
  const call = scene.as(scene.world.alpha.owner).rpc("resend_invitation", { invitation_id });
  expect(await refusal(call)).toMatchObject({ status: "409", code: "invitation_closed" });
});

test("suspending a member does not deadlock while someone accepts an invitation that the member created", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const other = new pg.Client({ connectionString: inject("databaseUrl") });
  await other.connect();
  onTestFinished(() => other.end());
  // Locks the invitation before the chain of events, as accept_invitation does.
  await scene.db.query("select from public.invitations where id = $1 for update", [
    alpha.invitationId,
  ]);
  await other.query("begin");
  const { rows } = await other.query("select pg_backend_pid() as pid");
  const change = other.query(
    `select private.set_member(private.system_actor(), m, 'suspended', m.role, 'member.suspended')
    from public.memberships m where m.org_id = $1 and m.user_id = $2`,
    [alpha.orgId, alpha.owner.id],
  );
  const isWaiting = async () => {
    const waits = await scene.db.query("select cardinality(pg_blocking_pids($1)) as n", [
      rows[0]?.pid,
    ]);
    return waits.rows[0]?.n;
  };
  await expect.poll(isWaiting).toBe(1);
  await scene.db.query(
    "select private.record_event(private.system_actor(), $1, null, 'x', 'x', null)",
    [alpha.orgId],
  );
  await scene.db.query("rollback");
  await scene.db.query("begin");
  await change;
  await other.query("rollback");
});
