import { describe, expect } from "vitest";
import { type Actor, refusal } from "../harness/actor.ts";
import { enrol, type Person } from "../harness/person.ts";
import { test } from "../harness/test.ts";
import type { World } from "../harness/world.ts";

type Call = (actor: Actor, world: World) => Promise<unknown>;

/** The owner's functions with a dagger in docs/spec/6-permissions.md (S-6.2 to S-6.8). */
const calls: [name: string, call: Call][] = [
  [
    "create_invitation",
    (actor, { alpha }) =>
      actor.rpc("create_invitation", {
        org_id: alpha.orgId,
        email: "step@up.example",
        role: "member",
      }),
  ],
  [
    "resend_invitation",
    (actor, { alpha }) => actor.rpc("resend_invitation", { invitation_id: alpha.invitationId }),
  ],
  [
    "revoke_invitation",
    (actor, { alpha }) => actor.rpc("revoke_invitation", { invitation_id: alpha.invitationId }),
  ],
  [
    "suspend_member",
    (actor, { alpha }) =>
      actor.rpc("suspend_member", { org_id: alpha.orgId, user_id: alpha.member.id }),
  ],
  [
    "restore_member",
    (actor, { alpha }) =>
      actor.rpc("restore_member", { org_id: alpha.orgId, user_id: alpha.suspended.id }),
  ],
  [
    "remove_member",
    (actor, { alpha }) =>
      actor.rpc("remove_member", { org_id: alpha.orgId, user_id: alpha.member.id }),
  ],
  [
    "change_role",
    (actor, { alpha }) =>
      actor.rpc("change_role", { org_id: alpha.orgId, user_id: alpha.member.id, role: "admin" }),
  ],
  [
    "set_retention",
    (actor, { alpha }) => actor.rpc("set_retention", { org_id: alpha.orgId, retention_days: 90 }),
  ],
  [
    "set_require_mfa",
    (actor, { alpha }) => actor.rpc("set_require_mfa", { org_id: alpha.orgId, require_mfa: false }),
  ],
  [
    "begin_export",
    (actor, { alpha }) => actor.rpc("begin_export", { request_id: alpha.requestId }),
  ],
  [
    "check_factor_reset",
    (actor, { alpha }) =>
      actor.rpc("check_factor_reset", { org_id: alpha.orgId, user_id: alpha.member.id }),
  ],
  ["delete_org", (actor, { alpha }) => actor.rpc("delete_org", { org_id: alpha.orgId })],
];

const STEP_UP = { status: "403", code: "insufficient_aal", detail: { level: "step_up" } };
/** A user who has a factor but has not used it has no access to the firm. */
const GATED = { status: "403", code: "insufficient_aal" };
const stale = (person: Person): Person => ({
  ...person,
  methods: { ...person.methods, totp: 15 * 60 + 5 },
});

describe.each(calls)("the function %s", (_, call) => {
  test.beforeEach(async ({ scene }) => {
    // An invitation can be resent after ten minutes.
    await scene.db.query("update public.invitations set sent_at = now() - interval '1 hour'");
  });

  test("accepts a session at level aal1 from a user without a factor", async ({ scene }) => {
    await call(scene.as(scene.world.alpha.owner), scene.world);
  });

  // S-6.1, S-9.4
  test("requires that a user with a factor has used it within the last fifteen minutes", async ({
    scene,
  }) => {
    const { alpha } = scene.world;
    const stepped = await enrol(scene.db, alpha.owner);
    // A session has used a factor only if its level is aal2 and its recent methods include a
    // factor.
    const claimed = { ...alpha.owner, aal: "aal2" as const };
    for (const person of [claimed, stale(stepped)]) {
      expect(await refusal(call(scene.as(person), scene.world))).toEqual(STEP_UP);
    }
    const lowered = { ...stepped, aal: "aal1" as const };
    for (const person of [alpha.owner, lowered]) {
      expect(await refusal(call(scene.as(person), scene.world))).toMatchObject(GATED);
    }
    await call(scene.as(stepped), scene.world);
  });

  test("requires a factor used within fifteen minutes if the firm requires factors", async ({
    scene,
  }) => {
    const { alpha } = scene.world;
    await scene.db.query("update public.orgs set require_mfa = true where id = $1", [alpha.orgId]);
    const stepped = await enrol(scene.db, alpha.owner);
    expect(await refusal(call(scene.as(alpha.owner), scene.world))).toMatchObject({
      code: "insufficient_aal",
      detail: { level: "aal2" },
    });
    expect(await refusal(call(scene.as(stale(stepped)), scene.world))).toEqual(STEP_UP);
    await call(scene.as(stepped), scene.world);
  });

  // S-6.1
  test("rejects a session that was ended on another device, even if its token is still valid", async ({
    scene,
  }) => {
    const { alpha } = scene.world;
    await scene.db.query("delete from auth.sessions where user_id = $1", [alpha.owner.id]);
    expect(await refusal(call(scene.as(alpha.owner), scene.world))).toMatchObject({
      status: "403",
      code: "session_ended",
    });
  });
});
