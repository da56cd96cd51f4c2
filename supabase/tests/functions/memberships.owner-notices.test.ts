import { expect } from "vitest";
import { createPerson, type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function join(scene: Scene, name: string, role: string, status = "active"): Promise<Person> {
  const email = `${name.toLowerCase()}@alpha.example`;
  const person = await createPerson(scene.db, name, email);
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role, status) values ($1, $2, $3, $4)",
    [scene.world.alpha.orgId, person.id, role, status],
  );
  return person;
}

async function claimed(scene: Scene) {
  await scene.db.query("delete from private.outbox where kind not like 'owner%'");
  const rows = await scene.as(service).rows("claim_mail", {});
  return rows
    .map(({ kind, to_email, data, request_id }) => {
      const { at, can_check: _, ...rest } = data as Record<string, unknown>;
      expect(at).toBeTruthy();
      return { kind, to_email, data: rest, request_id };
    })
    .sort((a, b) => String(a.to_email).localeCompare(String(b.to_email)));
}

const notice = (kind: string, to: Person, data: object) => ({
  kind,
  to_email: to.email,
  data,
  request_id: null,
});

// S-4.35
test("every owner except the new owner gets an email when an invited owner joins", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const second = await join(scene, "Second", "owner");
  const guest = await createPerson(scene.db, "Guest", "guest@alpha.example");
  const { id } = await scene
    .as(second)
    .rpc("create_invitation", { org_id: alpha.orgId, email: guest.email, role: "owner" });
  await scene.as(guest).rpc("accept_invitation", { invitation_id: String(id) });
  const data = { name: "Guest", by: "Second", action: "member.joined" };
  expect(await claimed(scene)).toEqual([
    notice("owner_joined", alpha.owner, data),
    notice("owner_joined", second, data),
  ]);
});

test("owners get an email when a member becomes an owner, and when an owner is restored", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const args = { org_id: alpha.orgId, user_id: alpha.admin.id };
  const owner = scene.as(alpha.owner);
  await owner.rpc("change_role", { ...args, role: "owner" });
  const by = "Alpha Owner";
  const name = "Alpha admin";
  expect(await claimed(scene)).toEqual([
    notice("owner_joined", alpha.owner, { name, by, action: "member.role_changed" }),
  ]);
  await owner.rpc("suspend_member", args);
  await claimed(scene);
  await owner.rpc("restore_member", args);
  expect(await claimed(scene)).toEqual([
    notice("owner_joined", alpha.owner, { name, by, action: "member.restored" }),
  ]);
});

// S-4.35
test.for([
  ["remove_member", {}, "member.removed"],
  ["suspend_member", {}, "member.suspended"],
  ["change_role", { role: "admin" }, "member.role_changed"],
] as const)(
  "the owners and the person concerned get an email after %s",
  async ([call, args, action], { scene }) => {
    const { alpha } = scene.world;
    const second = await join(scene, "Second", "owner");
    await scene
      .as(second)
      .rpc(call, { org_id: alpha.orgId, user_id: alpha.owner.id, ...args } as never);
    const data = { name: "Alpha Owner", by: "Second", action };
    expect(await claimed(scene)).toEqual([
      notice("owner_removed", alpha.owner, data),
      notice("owner_removed", second, data),
    ]);
  },
);

test("the remaining owners get an email with the name of an owner who left, even if that owner deleted their account", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const leaver = await join(scene, "Leaver", "owner");
  await scene.as(leaver).rpc("remove_member", { org_id: alpha.orgId, user_id: leaver.id });
  const data = { name: "Leaver", by: "Leaver", action: "member.removed" };
  expect(await claimed(scene)).toEqual([notice("owner_left", alpha.owner, data)]);

  const closer = await join(scene, "Closer", "owner");
  await scene.as(closer).rpc("close_account", {} as never);
  await scene.db.query("delete from auth.users where id = $1", [closer.id]);
  expect(await claimed(scene)).toEqual([
    notice("owner_left", alpha.owner, { name: "Closer", by: "Closer", action: "member.removed" }),
  ]);
});

test("owners get no email when a member is promoted to admin, when an admin is removed, or when a suspended owner is removed", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const gone = await join(scene, "Gone", "owner", "suspended");
  const owner = scene.as(alpha.owner);
  const org_id = alpha.orgId;
  await owner.rpc("change_role", { org_id, user_id: alpha.member.id, role: "admin" });
  await owner.rpc("suspend_member", { org_id, user_id: alpha.admin.id });
  await owner.rpc("remove_member", { org_id, user_id: alpha.admin.id });
  await owner.rpc("remove_member", { org_id, user_id: gone.id });
  expect(await claimed(scene)).toEqual([]);
});

test("an email to owners is not sent to a person who is no longer an owner", async ({ scene }) => {
  const { alpha } = scene.world;
  const second = await join(scene, "Second", "owner");
  const owner = scene.as(alpha.owner);
  await owner.rpc("change_role", { org_id: alpha.orgId, user_id: alpha.admin.id, role: "owner" });
  await owner.rpc("remove_member", { org_id: alpha.orgId, user_id: second.id });
  const kinds = (await claimed(scene)).map(({ kind, to_email }) => [kind, to_email]);
  expect(kinds).not.toContainEqual(["owner_joined", second.email]);
  expect(kinds).toContainEqual(["owner_removed", second.email]);
});

test("the data of an email to an owner states whether the reader can open the team page", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const second = await join(scene, "Second", "owner");
  await scene.as(second).rpc("remove_member", { org_id: alpha.orgId, user_id: alpha.owner.id });
  await scene.db.query("delete from private.outbox where kind not like 'owner%'");
  const rows = await scene.as(service).rows("claim_mail", {});
  const canCheck = new Map(
    rows.map(({ to_email, data }) => [to_email, (data as { can_check: boolean }).can_check]),
  );
  expect(canCheck).toEqual(
    new Map([
      [alpha.owner.email, false],
      [second.email, true],
    ]),
  );
});

test("the email about a removed owner is sent even if the firm is deleted right after the removal", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const second = await join(scene, "Second", "owner");
  const attacker = scene.as(second);
  await attacker.rpc("remove_member", { org_id: alpha.orgId, user_id: alpha.owner.id });
  await attacker.rpc("delete_org", { org_id: alpha.orgId });
  const data = { name: "Alpha Owner", by: "Second", action: "member.removed" };
  expect(await claimed(scene)).toEqual([
    notice("owner_removed", alpha.owner, data),
    notice("owner_removed", second, data),
  ]);
});

test("when an owner is suspended and restored repeatedly, each notice is queued at most once a minute", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const second = await join(scene, "Second", "owner");
  const args = { org_id: alpha.orgId, user_id: second.id };
  for (let round = 0; round < 5; round += 1) {
    await scene.as(alpha.owner).rpc("suspend_member", args);
    await scene.as(alpha.owner).rpc("restore_member", args);
  }
  const { rows } = await scene.db.query(
    "select kind, to_email from private.outbox where kind like 'owner%' order by 1, 2",
  );
  expect(rows).toHaveLength(3);
});
