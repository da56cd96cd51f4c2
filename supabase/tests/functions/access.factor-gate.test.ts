import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { enrol, type Person } from "../harness/person.ts";
import { recordReading } from "../harness/reading.ts";
import { type Scene, test } from "../harness/test.ts";

const OPEN = ["memberships", "orgs", "profiles"];

/** Tables that require the factor, each with a column that is never null. */
const GATED = {
  clients: "id",
  contacts: "id",
  templates: "id",
  template_items: "id",
  requests: "id",
  request_contacts: "request_id",
  items: "id",
  submissions: "id",
  files: "id",
  events: "id",
  reminders: "id",
  invitations: "id",
};

async function seeServices(scene: Scene, person: Person) {
  const { orgId, requestId } = scene.world.alpha;
  const seen: string[] = [];
  await recordReading(scene, person);
  await scene.db.query("select set_config('storage.operation', $1, true)", [
    "storage.object.get_authenticated",
  ]);
  const documents = "storage.objects where bucket_id = 'documents'";
  for (const name of await scene.as(person).see(documents, "name")) seen.push(`document ${name}`);
  for (const topic of [`org:${orgId}`, `request:${requestId}`]) {
    await scene.db.query("select set_config('realtime.topic', $1, true)", [topic]);
    for (const extension of ["broadcast", "presence"]) {
      await scene.db.query("insert into realtime.messages (topic, extension) values ($1, $2)", [
        topic,
        extension,
      ]);
      const messages = `realtime.messages where topic = '${topic}' and extension = '${extension}'`;
      const read = await scene.as(person).see(messages);
      if (read.length > 0) seen.push(`${extension} ${topic}`);
    }
  }
  return seen;
}

// S-3.6
test("a user with a factor must use it before they can read a firm's data, even if the firm requires no factor", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const stepped = await enrol(scene.db, alpha.owner);
  const passwordOnly = scene.as(alpha.owner);
  const { rows } = await scene.db.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(rows.map(({ relname }) => relname).sort()).toEqual(
    [...Object.keys(GATED), ...OPEN].sort(),
  );
  for (const [table, key] of Object.entries(GATED)) {
    const before = await scene.as(alpha.admin).see(`public.${table}`, key);
    expect(before, `${table}, to another member`).not.toEqual([]);
    expect(await passwordOnly.see(`public.${table}`, key), table).toEqual([]);
    expect(await scene.as(stepped).see(`public.${table}`, key), table).toEqual(before);
  }
  expect(
    await refusal(passwordOnly.rpc("save_client", { org_id: alpha.orgId, name: "Later" })),
  ).toEqual({ status: "403", code: "insufficient_aal", detail: { level: "aal2" } });
  expect(await scene.as(stepped).see("public.requests")).toContain(alpha.requestId);
  expect(await scene.as(alpha.member).see("public.requests")).toContain(alpha.requestId);
});

test("a user with a factor must use it before they reach the firm's documents and channels", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const everything = [
    `document ${alpha.filePath}`,
    ...[`org:${alpha.orgId}`, `request:${alpha.requestId}`].flatMap((topic) => [
      `broadcast ${topic}`,
      `presence ${topic}`,
    ]),
  ];
  expect(await seeServices(scene, alpha.owner)).toEqual(everything);
  const stepped = await enrol(scene.db, alpha.owner);
  expect(await seeServices(scene, alpha.owner)).toEqual([]);
  expect(await seeServices(scene, stepped)).toEqual(everything);
  expect(await seeServices(scene, alpha.admin)).toEqual(everything);
});

// S-3.5
test("the firm's row and the user's own membership stay readable before the factor is used", async ({
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

test("is_factor_due returns true only if the session has not used the user's verified factor", async ({
  scene,
}) => {
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

// S-6.20
test("a contact's own factor does not block access to a request", async ({ scene }) => {
  const { alpha } = scene.world;
  await enrol(scene.db, alpha.contact);
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([alpha.requestId]);
});

test("a user who has a factor must use it before they create a firm", async ({ scene }) => {
  const firm = { name: "Gamma", slug: "gamma", time_zone: "UTC" };
  const strong = await enrol(scene.db, scene.world.stranger);
  const weak = scene.as({ ...strong, aal: "aal1" });
  expect(await refusal(weak.rpc("create_org", firm))).toEqual({
    status: "403",
    code: "insufficient_aal",
    detail: { level: "aal2" },
  });
  expect(await scene.as(strong).rpc("create_org", firm)).toMatchObject({ slug: "gamma" });
});

test("until a contact who is also a member of the firm uses their factor, had_request_access returns false", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const staff = await enrol(scene.db, alpha.contact);
  await scene.db.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, 'member')",
    [alpha.orgId, staff.id],
  );
  const had = (person: Person) =>
    scene.as(person).rpc("had_request_access", { public_id: alpha.publicId });
  expect(await had({ ...staff, aal: "aal1" })).toBe(false);
  expect(await had(staff)).toBe(true);
});
