import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

async function ownFive(scene: Scene) {
  const { stranger } = scene.world;
  for (let no = 1; no <= 5; no++) {
    await scene.as(stranger).rpc("create_org", {
      name: `Firm ${no}`,
      slug: `stranger-firm-${no}`,
      time_zone: "Europe/London",
    });
  }
}

const tooMany = { status: "409", code: "limit_reached", detail: { limit: 5, what: "orgs" } };

async function invite(scene: Scene, role: string) {
  const { alpha, stranger } = scene.world;
  const saved = await scene.as(alpha.owner).rpc("create_invitation", {
    org_id: alpha.orgId,
    email: stranger.email,
    role,
  });
  return String(saved.id);
}

// S-9.5
test("a user cannot join a sixth firm as its owner", async ({ scene }) => {
  const { stranger } = scene.world;
  await ownFive(scene);
  const invitation_id = await invite(scene, "owner");
  expect(
    await refusal(scene.as(stranger).rpc("accept_invitation", { invitation_id })),
  ).toMatchObject(tooMany);
});

// S-4.30
test("a user cannot be made the owner of a sixth firm, or be restored as its owner", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  const owner = scene.as(alpha.owner);
  const member = { org_id: alpha.orgId, user_id: stranger.id };
  const invitation_id = await invite(scene, "member");
  await scene.as(stranger).rpc("accept_invitation", { invitation_id });
  await owner.rpc("change_role", { ...member, role: "owner" });
  await owner.rpc("suspend_member", member);
  await ownFive(scene);
  expect(await refusal(owner.rpc("restore_member", member))).toMatchObject(tooMany);
  await owner.rpc("change_role", { ...member, role: "admin" });
  await owner.rpc("restore_member", member);
  expect(await refusal(owner.rpc("change_role", { ...member, role: "owner" }))).toMatchObject(
    tooMany,
  );
});
