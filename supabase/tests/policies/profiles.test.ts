// S-3.11

import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { enrol } from "../harness/person.ts";
import { describePolicies } from "../harness/policies.ts";
import { test } from "../harness/test.ts";

describePolicies({
  table: "public.profiles",
  key: "user_id",
  reads: ({ alpha }) => {
    const rows = [alpha.owner.id, alpha.admin.id, alpha.member.id];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
  readsBehindGate: ({ alpha }) => ({
    owner: [alpha.owner.id],
    admin: [alpha.admin.id],
    member: [alpha.member.id],
  }),
  isUpdatable: true,
});

// S-3.2
test("users can change name and preferences only in their own row, and cannot change its id and times", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const change =
    "update public.profiles set name = 'New name', preferences = '{\"theme\":\"dark\"}'";
  expect(await member.query(`${change} returning user_id`)).toEqual([{ user_id: alpha.member.id }]);
  expect(
    await scene
      .as(alpha.owner)
      .query("select name from public.profiles where user_id = $1", [alpha.member.id]),
  ).toEqual([{ name: "New name" }]);
  for (const column of ["user_id = default", "created_at = now()", "updated_at = now()"]) {
    expect((await refusal(member.query(`update public.profiles set ${column}`))).status).toBe(
      "42501",
    );
  }
});

test("a user with a second factor must use it before they can change their name or picture", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const strong = await enrol(scene.db, alpha.member);
  const weak = { ...strong, aal: "aal1" as const };
  const path = `avatars/${alpha.member.id}/11111111-1111-4111-8111-111111111111.png`;
  for (const change of ["name = 'Taken over'", `avatar_path = '${path}'`]) {
    const call = scene.as(weak).query(`update public.profiles set ${change}`);
    expect(await refusal(call)).toEqual({
      status: "403",
      code: "insufficient_aal",
      detail: { level: "aal2" },
    });
    await scene.as(strong).query(`update public.profiles set ${change}`);
  }
  await scene.as(weak).query('update public.profiles set preferences = \'{"theme":"dark"}\'');
});

// S-5.3
test("a profile rejects an invalid name, another user's picture, and preferences that are a list", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  for (const [change, status] of [
    ["name = repeat('x', 121)", "422"],
    ["name = E'two\\nlines'", "422"],
    [`avatar_path = 'avatars/${alpha.owner.id}/${alpha.owner.id}.png'`, "23514"],
    ["preferences = '[]'", "23514"],
  ]) {
    const refused = await refusal(member.query(`update public.profiles set ${change}`));
    expect(refused.status, change).toBe(status);
  }
});

test("a contact sees only their own profile, which has the name typed at sign-up", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const rows = await scene.as(alpha.contact).query("select user_id, name from public.profiles");
  expect(rows).toEqual([{ user_id: alpha.contact.id, name: "Alpha Contact" }]);
});
