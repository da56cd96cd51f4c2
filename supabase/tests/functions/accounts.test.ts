import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, enrol, service } from "../harness/person.ts";
import { test } from "../harness/test.ts";

const STEP_UP = { code: "insufficient_aal", detail: { level: "step_up" } };

test("closing an account ends the user's memberships and unlinks the user's contacts", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  await scene.db.query("update public.requests set assignee_id = $1 where id = $2", [
    alpha.member.id,
    alpha.requestId,
  ]);
  await scene.db.query("update public.contacts set user_id = $1 where id = $2", [
    alpha.member.id,
    beta.contactId,
  ]);
  expect(await scene.as(alpha.member).rpc("close_account", {} as never)).toEqual({
    user_id: alpha.member.id,
  });
  const { rows } = await scene.db.query(
    `select (select status from public.memberships where user_id = $1) as membership,
      (select assignee_id from public.requests where id = $2) as assignee_id,
      (select user_id from public.contacts where id = $3) as contact_user`,
    [alpha.member.id, alpha.requestId, beta.contactId],
  );
  expect(rows).toEqual([{ membership: "removed", assignee_id: null, contact_user: null }]);
  const { rows: events } = await scene.db.query(
    "select actor_id, actor_name from public.events where action = 'member.removed'",
  );
  expect(events).toEqual([{ actor_id: alpha.member.id, actor_name: "Alpha member" }]);
});

test("contacts and users without a firm can close their accounts, but signed-out visitors cannot", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  for (const person of [alpha.contact, stranger]) {
    expect(await scene.as(person).rpc("close_account", {} as never)).toEqual({
      user_id: person.id,
    });
  }
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([]);
  const call = scene.as(anonymous).rpc("close_account", {} as never);
  expect((await refusal(call)).status).toBe("42501");
});

test("a sole owner can close their account only after another member becomes an owner", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await refusal(scene.as(alpha.owner).rpc("close_account", {} as never))).toEqual({
    status: "409",
    code: "last_owner",
    detail: { org_ids: [alpha.orgId] },
  });
  await scene.as(alpha.owner).rpc("change_role", {
    org_id: alpha.orgId,
    user_id: alpha.admin.id,
    role: "owner",
  });
  await scene.as(alpha.owner).rpc("close_account", {} as never);
  expect(await scene.as(alpha.owner).see("public.orgs")).toEqual([]);
});

test("the owner of a deleted firm can close their account", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.owner).rpc("delete_org", { org_id: alpha.orgId });
  await scene.as(alpha.owner).rpc("close_account", {} as never);
});

// S-6.15
test("closing an account requires a recently used factor if the user has a factor or belongs to a firm that requires one", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  await scene.db.query("update public.orgs set require_mfa = true where id = $1", [alpha.orgId]);
  const close = (person: typeof stranger) => scene.as(person).rpc("close_account", {} as never);
  expect(await refusal(close(alpha.member))).toMatchObject(STEP_UP);
  await close(await enrol(scene.db, alpha.member));
  const stepped = await enrol(scene.db, stranger);
  expect(await refusal(close(stranger))).toMatchObject(STEP_UP);
  await scene.db.query("delete from auth.sessions where user_id = $1", [stranger.id]);
  expect(await refusal(close(stepped))).toMatchObject({ code: "session_ended" });
});

// S-6.2, S-8.27
test("an owner can reset the factors only of staff who belong to no other firm", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  const check = (person: typeof stranger, target: typeof stranger) =>
    scene.as(person).rpc("check_factor_reset", { org_id: alpha.orgId, user_id: target.id });
  for (const target of [alpha.member, alpha.suspended]) {
    expect(await check(alpha.owner, target)).toEqual({ user_id: target.id });
  }
  for (const person of [alpha.admin, alpha.member, alpha.contact, beta.owner, stranger]) {
    expect(await refusal(check(person, alpha.member))).toMatchObject({ code: "not_found" });
  }
  for (const target of [beta.owner, alpha.contact]) {
    expect(await refusal(check(alpha.owner, target))).toMatchObject({ code: "not_found" });
  }
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, 'member')",
    [beta.orgId, alpha.member.id],
  );
  expect(await refusal(check(alpha.owner, alpha.member))).toMatchObject({
    status: "409",
    code: "member_elsewhere",
  });
});

test("only the service can record a factor reset, and the event contains the name of the owner who reset the factors", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const args = { org_id: alpha.orgId, user_id: alpha.member.id, actor_id: alpha.owner.id };
  const direct = scene.as(alpha.owner).rpc("record_factor_reset", args);
  expect((await refusal(direct)).status).toBe("42501");
  expect(await scene.as(service).rpc("record_factor_reset", args)).toBe(true);
  const { rows } = await scene.db.query(
    "select actor_id, actor_name, entity_id from public.events where action = 'member.factors_reset'",
  );
  expect(rows).toEqual([
    { actor_id: alpha.owner.id, actor_name: "Alpha Owner", entity_id: alpha.member.id },
  ]);
});
