import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

const NOTHING = { brand: false, reply_email: false, team: false, clients: false, trial: false };

async function found(scene: Scene) {
  const founder = scene.world.alpha.owner;
  const org = await scene
    .as(founder)
    .rpc("create_org", { name: "New Firm", slug: "new-firm", time_zone: "Europe/London" });
  return { founder, orgId: String(org.id) };
}

test("a new firm has completed no setup step", async ({ scene }) => {
  const { founder, orgId } = await found(scene);
  expect(await scene.as(founder).rpc("get_setup", { org_id: orgId })).toEqual(NOTHING);
});

test("a setup step is complete once the firm has the step's data, and get_setup returns null once all steps are complete", async ({
  scene,
}) => {
  const { founder, orgId } = await found(scene);
  const owner = scene.as(founder);
  const setup = () => owner.rpc("get_setup", { org_id: orgId });
  const { rows } = await scene.db.query<{ email: string }>(
    "select lower(email) as email from auth.users where id = $1",
    [founder.id],
  );
  const own = rows[0]?.email ?? "";

  // The step `brand` needs a logo and a color.
  const logo = `logos/${orgId}/5eed0001-0000-4000-8000-0000000000aa.png`;
  const profile = { org_id: orgId, name: "New Firm", slug: "new-firm", time_zone: "Europe/London" };
  await owner.rpc("update_org", { ...profile, reply_email: own, logo_path: logo });
  expect(await setup()).toEqual(NOTHING);
  await owner.rpc("update_brand", { org_id: orgId, brand_color: "#0d5f66" });
  expect(await setup()).toEqual({ ...NOTHING, brand: true });

  await owner.rpc("update_org", {
    ...profile,
    reply_email: "hello@new-firm.example",
    logo_path: logo,
  });
  expect(await setup()).toMatchObject({ reply_email: true, team: false });
  await owner.rpc("create_invitation", {
    org_id: orgId,
    email: "mate@new-firm.example",
    role: "member",
  });
  expect(await setup()).toMatchObject({ team: true, clients: false });

  // A client whose contact is the owner does not complete the step `clients`. A request to this
  // contact completes the step `trial`.
  const trial = await owner.rpc("save_client", { org_id: orgId, name: "Trial" });
  const contact = await owner.rpc("save_contact", {
    org_id: orgId,
    client_id: String(trial.id),
    name: "Owner",
    email: own,
  });
  expect(await setup()).toMatchObject({ clients: false, trial: false });
  const request = await scene.db.query<{ id: string }>(
    `insert into public.requests (org_id, client_id, title, status, due_on, created_by)
    values ($1, $2, 'Trial', 'draft', private.today($1) + 7, $3) returning id`,
    [orgId, trial.id, founder.id],
  );
  await scene.db.query(
    "insert into public.request_contacts (org_id, request_id, contact_id) values ($1, $2, $3)",
    [orgId, request.rows[0]?.id, contact.id],
  );
  expect(await setup()).toMatchObject({ trial: false });
  await scene.db.query(
    "update public.requests set status = 'open', sent_at = now() where org_id = $1",
    [orgId],
  );
  expect(await setup()).toMatchObject({ clients: false, trial: true });

  await owner.rpc("save_client", { org_id: orgId, name: "First client" });
  expect(await setup()).toBeNull();
});

test("an admin who dismisses the setup steps dismisses them for the owner too", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const setup = () => scene.as(alpha.owner).rpc("get_setup", { org_id: alpha.orgId });
  expect(await setup()).not.toBeNull();
  await scene.as(alpha.admin).rpc("dismiss_setup", { org_id: alpha.orgId });
  expect(await setup()).toBeNull();
});
