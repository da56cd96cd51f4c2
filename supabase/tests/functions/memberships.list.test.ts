import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { enrol } from "../harness/person.ts";
import { test } from "../harness/test.ts";

test("owners and admins can read the email addresses of staff, and which staff have a second factor", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await enrol(scene.db, alpha.member);
  for (const person of [alpha.owner, alpha.admin]) {
    const rows = await scene.as(person).rows("list_staff", { org_id: alpha.orgId });
    expect(rows).toContainEqual({
      user_id: alpha.member.id,
      email: alpha.member.email,
      factors: 1,
    });
    expect(rows).toContainEqual({ user_id: alpha.owner.id, email: alpha.owner.email, factors: 0 });
  }
});

test("users who are not owners or admins cannot read staff email addresses or factors", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  for (const person of [alpha.member, stranger]) {
    expect(
      await refusal(scene.as(person).rpc("list_staff", { org_id: alpha.orgId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});
