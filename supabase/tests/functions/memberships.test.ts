import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { createPerson, enrol, type Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const NOT_FOUND = { status: "404", code: "not_found" };
type Verb = "suspend_member" | "restore_member" | "remove_member";

function members(scene: Scene, person: Person) {
  const org_id = scene.world.alpha.orgId;
  const actor = scene.as(person);
  return {
    do: (verb: Verb, target: Person) => actor.rpc(verb, { org_id, user_id: target.id }),
    changeRole: (target: Person, role: string) =>
      actor.rpc("change_role", { org_id, user_id: target.id, role }),
  };
}

async function secondOwner(scene: Scene): Promise<Person> {
  const person = await createPerson(scene.db, "Second Owner", "second@alpha.example");
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, 'owner')",
    [scene.world.alpha.orgId, person.id],
  );
  return person;
}

async function lastEvent(scene: Scene) {
  const { rows } = await scene.db.query(
    `select action, entity, entity_id, actor_id, data from public.events
    where chain = $1 order by no desc limit 1`,
    [scene.world.alpha.orgId],
  );
  return rows[0];
}

// S-4.29
test("an admin can suspend and restore a member, and a suspended member cannot read the firm's data", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const admin = members(scene, alpha.admin);
  expect(await admin.do("suspend_member", alpha.member)).toEqual({
    user_id: alpha.member.id,
    role: "member",
    status: "suspended",
  });
  expect(await scene.as(alpha.member).see("public.requests")).toEqual([]);
  expect(await lastEvent(scene)).toEqual({
    action: "member.suspended",
    entity: "member",
    entity_id: alpha.member.id,
    actor_id: alpha.admin.id,
    data: { role: "member" },
  });
  expect(await refusal(admin.do("suspend_member", alpha.member))).toEqual({
    status: "409",
    code: "invalid_transition",
    detail: { status: "suspended" },
  });
  expect(await admin.do("restore_member", alpha.member)).toMatchObject({ status: "active" });
  expect(await scene.as(alpha.member).see("public.requests")).not.toEqual([]);
  expect(await lastEvent(scene)).toMatchObject({ action: "member.restored" });
  expect(await refusal(admin.do("restore_member", alpha.member))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "active" },
  });
});

// S-4.31
test("removing a member unassigns the member from drafts, but not from closed requests", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.requests set assignee_id = $1 where org_id = $2", [
    alpha.member.id,
    alpha.orgId,
  ]);
  await scene.as(alpha.owner).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "No longer needed.",
  });
  const removed = await members(scene, alpha.admin).do("remove_member", alpha.member);
  expect(removed).toMatchObject({ status: "removed" });
  const { rows } = await scene.db.query(
    "select status, assignee_id from public.requests where org_id = $1 order by status",
    [alpha.orgId],
  );
  expect(rows).toEqual([
    { status: "cancelled", assignee_id: alpha.member.id },
    { status: "draft", assignee_id: null },
  ]);
  expect(await scene.as(alpha.member).see("public.orgs")).toEqual([]);
  expect(
    await refusal(members(scene, alpha.admin).do("remove_member", alpha.member)),
  ).toMatchObject({ code: "invalid_transition", detail: { status: "removed" } });
});

test("a removed member can return only through a new invitation", async ({ scene }) => {
  const { alpha } = scene.world;
  await members(scene, alpha.owner).do("remove_member", alpha.member);
  expect(
    await refusal(members(scene, alpha.owner).do("restore_member", alpha.member)),
  ).toMatchObject({ code: "invalid_transition" });
  const invitation = await scene.as(alpha.owner).rpc("create_invitation", {
    org_id: alpha.orgId,
    email: alpha.member.email,
    role: "admin",
  });
  await scene.as(alpha.member).rpc("accept_invitation", { invitation_id: String(invitation.id) });
  const { rows } = await scene.db.query(
    "select role, status from public.memberships where user_id = $1",
    [alpha.member.id],
  );
  expect(rows).toEqual([{ role: "admin", status: "active" }]);
});

// S-4.31
test("a member can leave, even while suspended or without the factor that the firm requires", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set require_mfa = true where id = $1", [alpha.orgId]);
  for (const person of [alpha.member, alpha.suspended]) {
    expect(await members(scene, person).do("remove_member", person)).toMatchObject({
      user_id: person.id,
      status: "removed",
    });
    expect(await lastEvent(scene)).toMatchObject({
      action: "member.removed",
      actor_id: person.id,
    });
    expect(await refusal(members(scene, person).do("remove_member", person))).toMatchObject(
      NOT_FOUND,
    );
  }
});

// S-4.29, S-8.27
test("the last active owner cannot leave, be suspended or be demoted", async ({ scene }) => {
  const { alpha } = scene.world;
  const owner = members(scene, alpha.owner);
  const attempts = () => [
    owner.do("suspend_member", alpha.owner),
    owner.do("remove_member", alpha.owner),
    owner.changeRole(alpha.owner, "admin"),
  ];
  for (const call of attempts()) {
    expect(await refusal(call)).toEqual({
      status: "409",
      code: "last_owner",
      detail: { org_ids: [alpha.orgId] },
    });
  }
  // The second owner is suspended, so the first is still the last active owner.
  const second = await secondOwner(scene);
  await owner.do("suspend_member", second);
  expect(await refusal(owner.do("remove_member", alpha.owner))).toMatchObject({
    code: "last_owner",
  });
  await owner.do("restore_member", second);
  await owner.do("remove_member", alpha.owner);
  expect(await refusal(members(scene, second).do("remove_member", second))).toMatchObject({
    code: "last_owner",
  });
});

// S-4.30, S-6.2
test("only owners can appoint, suspend, restore, remove or demote owners", async ({ scene }) => {
  const { alpha } = scene.world;
  const second = await secondOwner(scene);
  const admin = members(scene, alpha.admin);
  for (const call of [
    admin.do("suspend_member", second),
    admin.do("remove_member", second),
    admin.changeRole(second, "member"),
    admin.changeRole(alpha.member, "owner"),
  ]) {
    expect(await refusal(call)).toMatchObject(NOT_FOUND);
  }
  const owner = members(scene, alpha.owner);
  await owner.do("suspend_member", second);
  expect(await refusal(admin.do("restore_member", second))).toMatchObject(NOT_FOUND);
  expect(await owner.changeRole(second, "member")).toMatchObject({ role: "member" });
  expect(await owner.changeRole(alpha.member, "owner")).toEqual({
    user_id: alpha.member.id,
    role: "owner",
    status: "active",
  });
  expect(await lastEvent(scene)).toMatchObject({
    action: "member.role_changed",
    data: { role: "owner" },
  });
  expect(await admin.changeRole(second, "admin")).toMatchObject({ role: "admin" });
  expect(await refusal(owner.changeRole(second, "guest"))).toMatchObject({
    status: "422",
    detail: { field: "role" },
  });
});

// S-6.3
test("members, contacts, strangers and owners of other firms cannot change memberships", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [
    alpha.member,
    alpha.suspended,
    alpha.contact,
    beta.owner,
    await enrol(scene.db, stranger),
  ]) {
    const { do: act, changeRole } = members(scene, person);
    for (const call of [
      act("suspend_member", alpha.admin),
      act("restore_member", alpha.admin),
      act("remove_member", alpha.admin),
      changeRole(alpha.admin, "member"),
    ]) {
      expect(await refusal(call)).toMatchObject(NOT_FOUND);
    }
  }
  // An owner must not reach the members of another firm by passing the id of their own firm.
  expect(await refusal(members(scene, alpha.owner).do("suspend_member", beta.owner))).toMatchObject(
    NOT_FOUND,
  );
});
