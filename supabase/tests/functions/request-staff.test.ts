import { expect } from "vitest";
import { CAST, type Part, play } from "../harness/cast.ts";
import { createPerson } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function listStaff(scene: Scene, person = scene.world.alpha.contact) {
  return scene.as(person).rows("list_request_staff", { request_id: scene.world.alpha.requestId });
}

async function decide(scene: Scene, decision: string) {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision,
    note: "The second page is cut off.",
  });
}

const READERS: readonly Part[] = ["contact", "contact of a firm that requires a factor"];

test.for(CAST)(
  "%s: can list a request's sender and reviewers only as a contact of the request",
  async (part, { scene }) => {
    const { alpha } = scene.world;
    await decide(scene, "returned");
    const person = await play(scene, part);
    if (person.role !== "authenticated") {
      await expect(listStaff(scene, person)).rejects.toMatchObject({ code: "42501" });
      return;
    }
    expect(await listStaff(scene, person)).toEqual(
      READERS.includes(part)
        ? [
            { user_id: alpha.owner.id, name: "Alpha Owner", avatar_path: null, is_sender: true },
            { user_id: alpha.member.id, name: "Alpha member", avatar_path: null, is_sender: false },
          ]
        : [],
    );
  },
);

test("a person who both sent a request and decided on answers is in the request's staff list once, with a picture", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const avatar_path = `avatars/${alpha.owner.id}/${alpha.orgId}.png`;
  await scene.db.query("update public.profiles set avatar_path = $2 where user_id = $1", [
    alpha.owner.id,
    avatar_path,
  ]);
  await scene.as(alpha.owner).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "accepted",
  });
  expect(await listStaff(scene)).toEqual([
    { user_id: alpha.owner.id, name: "Alpha Owner", avatar_path, is_sender: true },
  ]);
});

test("a person whose only decision was undone is not in the request's staff list", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await decide(scene, "accepted");
  await scene.as(alpha.owner).rpc("undo_decision", { item_id: alpha.items.file });
  expect(await listStaff(scene)).toMatchObject([{ user_id: alpha.owner.id }]);
});

test("a person without a name is in the request's staff list, but the list shows no email address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.profiles set name = '' where user_id = $1", [alpha.owner.id]);
  expect(await listStaff(scene)).toEqual([
    { user_id: alpha.owner.id, name: null, avatar_path: null, is_sender: true },
  ]);
});

test("contacts do not see the names of staff who only edited the request", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.admin).rpc("update_request", {
    request_id: alpha.requestId,
    title: "Annual accounts 2026",
    message: "",
    due_on: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
    assignee_id: alpha.member.id,
  });
  expect(await listStaff(scene)).toMatchObject([{ user_id: alpha.owner.id }]);
});

test("a contact of another client sees none of the request's staff", async ({ scene }) => {
  const { alpha } = scene.world;
  const other = await createPerson(scene.db, "Other", "other@alpha-other.example");
  await scene.db.query(
    `with added as (
      insert into public.clients (org_id, name) values ($1, 'Other') returning id)
    insert into public.contacts (org_id, client_id, user_id, name, email)
    select $1, added.id, $2, 'Other', $3 from added`,
    [alpha.orgId, other.id, other.email],
  );
  expect(await listStaff(scene, other)).toEqual([]);
});
