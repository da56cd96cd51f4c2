import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

const people = (scene: Scene, max_rows?: number) =>
  scene.as(scene.world.alpha.owner).rows("list_audit_people", {
    org_id: scene.world.alpha.orgId,
    ...(max_rows && { max_rows }),
  });

// S-2.36
test("the list of actors contains each person once: staff, former staff and contacts", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.admin).rpc("save_client", { org_id: alpha.orgId, name: "Of the admin" });
  await scene.db.query("update public.memberships set status = 'removed' where user_id = $1", [
    alpha.admin.id,
  ]);
  await scene.db.query("delete from auth.users where id = $1", [alpha.contact.id]);
  expect(await people(scene)).toEqual([
    { actor_id: alpha.owner.id, name: "Alpha Owner", kind: "staff" },
    { actor_id: alpha.member.id, name: "Alpha member", kind: "staff" },
    { actor_id: alpha.admin.id, name: "Alpha admin", kind: "former" },
    { actor_id: alpha.contact.id, name: "Alpha Contact", kind: "contact" },
  ]);
  expect(await people(scene, 1)).toHaveLength(1);
});

test("the list of actors shows a person's most recent name", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.profiles set name = 'Mia Newname' where user_id = $1", [
    alpha.member.id,
  ]);
  await scene.as(alpha.member).rpc("save_client", { org_id: alpha.orgId, name: "Another" });
  expect(await people(scene)).toContainEqual({
    ...{ actor_id: alpha.member.id, name: "Mia Newname", kind: "staff" },
  });
});

test("members, contacts and users outside the firm cannot list actors, and a query for the latest event of each actor uses an index", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.member, alpha.contact, beta.owner, stranger]) {
    const call = scene.as(person).rpc("list_audit_people", { org_id: alpha.orgId });
    expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
  }
  await scene.db.query("set local enable_seqscan = off; set local enable_sort = off");
  const { rows } = await scene.db.query(
    `explain (costs off) select actor_id, id from public.events
    where org_id = '${alpha.orgId}' and actor_id > '${alpha.owner.id}'
    order by actor_id, id desc limit 1`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
    "events_org_id_actor_id_id_idx",
  );
});
