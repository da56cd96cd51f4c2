import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, createPerson } from "../harness/person.ts";
import { test } from "../harness/test.ts";

// S-4.32, S-6.3
test("owners and admins can invite, only owners can invite owners, and members can invite no one", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const invite = (person: typeof alpha.owner, role: string) =>
    scene.as(person).rpc("create_invitation", {
      org_id: alpha.orgId,
      email: `${role}-${person.email}`,
      role,
    });
  await invite(alpha.owner, "owner");
  await invite(alpha.admin, "admin");
  for (const call of [
    invite(alpha.admin, "owner"),
    invite(alpha.member, "member"),
    invite(beta.owner, "member"),
    invite(alpha.contact, "member"),
  ]) {
    expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
  }
});

// S-4.32
test("an email address has at most one open invitation, and a member cannot be invited", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const invite = (email: string) =>
    scene.as(alpha.owner).rpc("create_invitation", { org_id: alpha.orgId, email, role: "member" });
  expect(await refusal(invite("NEW@alpha.example"))).toMatchObject({
    detail: { field: "email", rule: "unique" },
  });
  expect(await refusal(invite(alpha.member.email))).toMatchObject({ code: "already_member" });
  expect(await refusal(invite("not an address"))).toMatchObject({ detail: { field: "email" } });
});

// S-9.5
test("a firm with a total of fifty members and pending invitations cannot invite anyone else", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    `insert into public.memberships (org_id, user_id, role)
    select $1, gen_random_uuid(), 'member' from generate_series(1, 45)`,
    [alpha.orgId],
  );
  expect(
    await refusal(
      scene.as(alpha.owner).rpc("create_invitation", {
        org_id: alpha.orgId,
        email: "one@more.example",
        role: "member",
      }),
    ),
  ).toMatchObject({ code: "limit_reached", detail: { limit: 50, what: "staff" } });
});

// S-4.33, S-8.28
test("a user with the invited email address can join once, and only after typing an emailed code", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const invitee = await createPerson(scene.db, "New", "new@alpha.example");
  const args = { invitation_id: alpha.invitationId };
  const passwordOnly = { ...invitee, methods: { password: 5 } };
  for (const person of [passwordOnly, alpha.contact]) {
    expect(await refusal(scene.as(person).rpc("accept_invitation", args))).toEqual({
      status: "403",
      code: "invitation_mismatch",
      detail: { email_masked: "n•••@a…" },
    });
  }
  expect(await scene.as(invitee).rpc("accept_invitation", args)).toEqual({
    org_id: alpha.orgId,
    slug: "alpha",
  });
  expect(await scene.as(invitee).see("public.orgs")).toEqual([alpha.orgId]);
  expect(await refusal(scene.as(invitee).rpc("accept_invitation", args))).toMatchObject({
    code: "invitation_closed",
    detail: { status: "accepted" },
  });
});

// S-4.57
test("an invitation's link shows the firm, the role, a masked email address and the invitation's state", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const args = { invitation_id: alpha.invitationId };
  const visitor = scene.as(anonymous);
  const shown = { firm: "Alpha", logo_path: null, role: "member", email_masked: "n•••@a…" };
  expect(await visitor.rpc("get_invitation", args)).toEqual({ ...shown, state: "pending" });
  await scene.travel("8 days");
  expect(await visitor.rpc("get_invitation", args)).toEqual({ ...shown, state: "expired" });
  await scene.as(alpha.admin).rpc("resend_invitation", args);
  expect(await visitor.rpc("get_invitation", args)).toEqual({ ...shown, state: "pending" });
  await scene.as(alpha.owner).rpc("revoke_invitation", args);
  expect(await visitor.rpc("get_invitation", args)).toEqual({ ...shown, state: "revoked" });
  expect(await refusal(scene.as(alpha.owner).rpc("resend_invitation", args))).toMatchObject({
    code: "invitation_closed",
  });
});
