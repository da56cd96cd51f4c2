import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { enrol } from "../harness/person.ts";
import { test } from "../harness/test.ts";

const GATED = [
  "clients",
  "contacts",
  "templates",
  "requests",
  "items",
  "submissions",
  "files",
  "events",
  "reminders",
  "invitations",
];

test("who has a factor shows it before a firm opens, required or not", async ({ scene }) => {
  const { alpha } = scene.world;
  const stepped = await enrol(scene.db, alpha.owner);
  const passwordOnly = scene.as(alpha.owner);
  for (const table of GATED) {
    expect(await passwordOnly.see(`public.${table}`), table).toEqual([]);
  }
  expect(
    await refusal(passwordOnly.rpc("save_client", { org_id: alpha.orgId, name: "Later" })),
  ).toEqual({ status: "403", code: "insufficient_aal", detail: { level: "aal2" } });
  expect(await scene.as(stepped).see("public.requests")).toContain(alpha.requestId);
  // A colleague without a factor works on.
  expect(await scene.as(alpha.member).see("public.requests")).toContain(alpha.requestId);
});

test("the firm's row and the own membership stay, so that the pages know whom to ask", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await enrol(scene.db, alpha.owner);
  const owner = scene.as(alpha.owner);
  expect(await owner.see("public.orgs")).toEqual([alpha.orgId]);
  expect(
    await owner.query("select user_id from public.memberships where org_id = $1", [alpha.orgId]),
  ).toEqual([{ user_id: alpha.owner.id }]);
});

test("a factor is due while the session has not shown one that exists", async ({ scene }) => {
  const { alpha, stranger } = scene.world;
  expect(await scene.as(alpha.owner).rpc("is_factor_due", {})).toBe(false);
  const stepped = await enrol(scene.db, alpha.owner);
  expect(await scene.as(alpha.owner).rpc("is_factor_due", {})).toBe(true);
  expect(await scene.as(stepped).rpc("is_factor_due", {})).toBe(false);
  expect(await scene.as(stranger).rpc("is_factor_due", {})).toBe(false);
  await scene.db.query("update auth.mfa_factors set status = 'unverified' where user_id = $1", [
    alpha.owner.id,
  ]);
  expect(await scene.as(alpha.owner).rpc("is_factor_due", {})).toBe(false);
});

test("a contact's own factor does not close a request", async ({ scene }) => {
  const { alpha } = scene.world;
  await enrol(scene.db, alpha.contact);
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([alpha.requestId]);
});
