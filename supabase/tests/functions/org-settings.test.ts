import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, enrol, type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const NOT_FOUND = { status: "404", code: "not_found" };

function profile(scene: Scene, changes: Record<string, string> = {}) {
  return {
    org_id: scene.world.alpha.orgId,
    name: "Alpha",
    slug: "alpha",
    reply_email: "office@alpha.example",
    time_zone: "Europe/London",
    ...changes,
  };
}

async function orgRow(scene: Scene, columns: string) {
  const { rows } = await scene.db.query(`select ${columns} from public.orgs where id = $1`, [
    scene.world.alpha.orgId,
  ]);
  return rows[0];
}

/** Returns the status, the days from the due date, and the time in London of each reminder. */
async function plannedDays(scene: Scene): Promise<string[]> {
  const { rows } = await scene.db.query(
    `select to_char(m.due_at at time zone 'Europe/London', 'HH24:MI') as at,
      (m.due_at at time zone 'Europe/London')::date - r.due_on as days, m.status
    from public.reminders m join public.requests r on r.id = m.request_id
    where m.request_id = $1 order by m.seq`,
    [scene.world.alpha.requestId],
  );
  return rows.map((row) => `${row.status} ${row.days} ${row.at}`);
}

// S-4.54
test("owners and admins can change the firm's profile", async ({ scene }) => {
  const { alpha } = scene.world;
  const logo_path = `logos/${alpha.orgId}/${alpha.orgId}.png`;
  const args = profile(scene, { name: " Alpha & Co ", slug: "alpha-co", logo_path });
  expect(await scene.as(alpha.admin).rpc("update_org", args)).toEqual({
    id: alpha.orgId,
    slug: "alpha-co",
  });
  expect(await orgRow(scene, "name, slug, logo_path, reply_email")).toEqual({
    name: "Alpha & Co",
    slug: "alpha-co",
    logo_path,
    reply_email: "office@alpha.example",
  });
  await scene.as(alpha.owner).rpc("update_org", profile(scene));
  expect(await orgRow(scene, "slug, logo_path")).toEqual({ slug: "alpha", logo_path });
  const { rows } = await scene.db.query(
    "select data from public.events where action = 'org.saved' and org_id = $1",
    [alpha.orgId],
  );
  expect(rows).toEqual([{ data: { change: "profile" } }, { data: { change: "profile" } }]);
});

// S-4.54
test("update_logo changes only the logo, and refuses a path outside the firm's folder", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const admin = scene.as(alpha.admin);
  const columns = "name, slug, reply_email, time_zone, postal_address";
  const before = await orgRow(scene, columns);
  const save = async (logo_path?: string) => {
    await admin.rpc("update_logo", { org_id: alpha.orgId, ...(logo_path ? { logo_path } : {}) });
    return orgRow(scene, "logo_path");
  };
  const logo_path = `logos/${alpha.orgId}/${alpha.orgId}.png`;
  expect(await save(logo_path)).toEqual({ logo_path });
  expect(await orgRow(scene, columns)).toEqual(before);
  const { rows } = await scene.db.query(
    "select data from public.events where action = 'org.saved' and org_id = $1",
    [alpha.orgId],
  );
  expect(rows).toEqual([{ data: { change: "profile" } }]);
  expect(await save()).toEqual({ logo_path: null });
  expect(await refusal(save(`logos/${beta.orgId}/${alpha.orgId}.png`))).toMatchObject({
    code: "validation_failed",
    detail: { field: "logo_path", rule: "format" },
  });
});

test("update_org without a postal address keeps the address, and an empty postal address removes it", async ({
  scene,
}) => {
  const owner = scene.as(scene.world.alpha.owner);
  const save = async (changes?: { postal_address: string }) => {
    await owner.rpc("update_org", profile(scene, changes));
    return orgRow(scene, "postal_address");
  };
  const saved = { postal_address: "4 Quay Street, Bristol BS1 4DB" };
  expect(await save({ postal_address: " 4 Quay Street, Bristol BS1 4DB " })).toEqual(saved);
  expect(await save()).toEqual(saved);
  expect(await save({ postal_address: "" })).toEqual({ postal_address: null });
});

test("claim_mail returns the firm's postal address for emails to contacts only", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const postal_address = "4 Quay Street, Bristol BS1 4DB";
  await scene.as(alpha.owner).rpc("update_org", profile(scene, { postal_address }));
  await scene.as(alpha.owner).rpc("create_invitation", {
    org_id: alpha.orgId,
    email: "next@alpha.example",
    role: "member",
  });
  const claimed = await scene.as(service).rows("claim_mail", {});
  const addressFor = (email: string) =>
    claimed.find((row) => row.to_email === email)?.postal_address;
  expect(addressFor(alpha.contact.email)).toBe(postal_address);
  expect(addressFor("next@alpha.example")).toBeNull();
});

test.for([
  [{ name: "A" }, "validation_failed", "name"],
  [{ slug: "No Spaces" }, "validation_failed", "slug"],
  [{ slug: "beta" }, "slug_taken", "slug"],
  [{ slug: "settings" }, "slug_taken", "slug"],
  [{ reply_email: "nobody" }, "validation_failed", "reply_email"],
  [{ time_zone: "Mars/Olympus" }, "validation_failed", "time_zone"],
  [{ time_zone: "Mars/Olympus+1" }, "validation_failed", "time_zone"],
  [{ time_zone: "posix/Europe/London" }, "validation_failed", "time_zone"],
  [{ logo_path: "logos/other/x.png" }, "validation_failed", "logo_path"],
  [{ postal_address: "Pay at www.example.com" }, "validation_failed", "postal_address"],
  [{ postal_address: "4 Quay Street\nBristol" }, "validation_failed", "postal_address"],
  [{ postal_address: "4".repeat(201) }, "validation_failed", "postal_address"],
] as const)("a profile with %j is refused", async ([changes, code, field], { scene }) => {
  const { alpha } = scene.world;
  expect(
    await refusal(scene.as(alpha.owner).rpc("update_org", profile(scene, changes))),
  ).toMatchObject({ code, detail: { field } });
});

test("changing the time zone moves planned reminders to nine in the new time zone", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene
    .as(alpha.owner)
    .rpc("set_reminder_policy", { org_id: alpha.orgId, reminder_days: [0], reminder_every: 0 });
  await scene.as(alpha.owner).rpc("update_org", profile(scene, { time_zone: "Asia/Kathmandu" }));
  const { rows } = await scene.db.query(
    `select distinct to_char(due_at at time zone 'Asia/Kathmandu', 'HH24:MI') as at
    from public.reminders where request_id = $1 and status = 'scheduled'`,
    [alpha.requestId],
  );
  expect(rows).toEqual([{ at: "09:00" }]);
});

test("changing the reminder plan moves, ends and restarts planned reminders", async ({ scene }) => {
  const { alpha } = scene.world;
  const set = (reminder_days: number[], reminder_every: number) =>
    scene
      .as(alpha.admin)
      .rpc("set_reminder_policy", { org_id: alpha.orgId, reminder_days, reminder_every });
  // With a due date on a Monday, no reminder is due on a weekend.
  await scene.db.query(
    `update public.requests set due_on = due_on + (8 - extract(isodow from due_on)::int)
    where id = $1`,
    [alpha.requestId],
  );
  await set([1, -3], 7);
  expect(await orgRow(scene, "reminder_days, reminder_every")).toEqual({
    reminder_days: [-3, 1],
    reminder_every: 7,
  });
  expect(await plannedDays(scene)).toEqual(["scheduled -3 09:00"]);
  await set([-10], 0);
  const [first = ""] = await plannedDays(scene);
  expect(first).toMatch(/^scheduled -10 09:00$|^skipped/);
  await set([], 0);
  expect((await plannedDays(scene)).filter((line) => line.startsWith("scheduled"))).toEqual([]);
  await set([1], 0);
  expect((await plannedDays(scene)).at(-1)).toBe("scheduled 1 09:00");
});

test.for([
  [[1, 1], 4, "reminder_days", "unique"],
  [[-61], 4, "reminder_days", "range"],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9], 4, "reminder_days", "length"],
  [[1], 31, "reminder_every", "range"],
  [[1], -1, "reminder_every", "range"],
] as const)(
  "the reminder plan %j with an interval of %i days is refused",
  async ([days, reminder_every, field, rule], { scene }) => {
    const { alpha } = scene.world;
    expect(
      await refusal(
        scene.as(alpha.owner).rpc("set_reminder_policy", {
          org_id: alpha.orgId,
          reminder_days: [...days],
          reminder_every,
        }),
      ),
    ).toMatchObject({ status: "422", detail: { field, rule } });
  },
);

// S-4.54, S-6.2, S-9.12
test("only an owner can set the retention, between 30 and 3,650 days", async ({ scene }) => {
  const { alpha } = scene.world;
  const set = (person: Person, retention_days: number) =>
    scene.as(person).rpc("set_retention", { org_id: alpha.orgId, retention_days });
  await set(alpha.owner, 365);
  expect(await orgRow(scene, "retention_days")).toEqual({ retention_days: 365 });
  for (const days of [29, 3651]) {
    expect(await refusal(set(alpha.owner, days))).toMatchObject({
      detail: { field: "retention_days", rule: "range", min: 30, max: 3650 },
    });
  }
  expect(await refusal(set(alpha.admin, 365))).toMatchObject(NOT_FOUND);
});

// S-4.54, S-6.4
test("only a user with a second factor can require factors, and staff without a factor then cannot open the firm", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const require = (person: Person, require_mfa: boolean) =>
    scene.as(person).rpc("set_require_mfa", { org_id: alpha.orgId, require_mfa });
  expect(await refusal(require(alpha.admin, true))).toMatchObject({
    code: "insufficient_aal",
    detail: { level: "aal2" },
  });
  const stepped = await enrol(scene.db, alpha.admin);
  await require(stepped, true);
  expect(await scene.as(alpha.member).see("public.requests")).toEqual([]);
  expect(await scene.as(stepped).see("public.requests")).not.toEqual([]);
  expect(await refusal(require(alpha.owner, false))).toMatchObject({ detail: { level: "aal2" } });
  await require(stepped, false);
  expect(await scene.as(alpha.member).see("public.requests")).not.toEqual([]);
});

// S-4.55
test("deleting a firm immediately ends the access of staff, contacts and visitors, and stops the firm's emails", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  for (const person of [alpha.admin, alpha.member, beta.owner, alpha.contact]) {
    expect(
      await refusal(scene.as(person).rpc("delete_org", { org_id: alpha.orgId })),
    ).toMatchObject(NOT_FOUND);
  }
  await scene.as(alpha.owner).rpc("delete_org", { org_id: alpha.orgId });
  for (const table of ["orgs", "requests", "items", "files", "clients", "events"]) {
    for (const person of [alpha.owner, alpha.member, alpha.contact]) {
      expect(await scene.as(person).see(`public.${table}`), table).toEqual([]);
    }
  }
  const visitor = scene.as(anonymous);
  expect(await visitor.rpc("get_public_request", { public_id: alpha.publicId })).toMatchObject({
    state: "firm_deleted",
  });
  expect(await visitor.rpc("get_invitation", { invitation_id: alpha.invitationId })).toMatchObject({
    state: "missing",
  });
  await scene.travel("90 days");
  const emails = await scene.as(service).rows("claim_mail", { max_rows: 100 });
  expect(emails.filter((email) => email.org_slug === "alpha")).toEqual([]);
  await scene.as(service).rpc("queue_reminders", {});
  const { rows } = await scene.db.query(
    "select distinct status from public.reminders where org_id = $1",
    [alpha.orgId],
  );
  expect(rows).toEqual([{ status: "skipped" }]);
  const { rows: events } = await scene.db.query(
    "select actor_id from public.events where action = 'org.archived' and org_id = $1",
    [alpha.orgId],
  );
  expect(events).toEqual([{ actor_id: alpha.owner.id }]);
});

// S-6.5
test("members and users outside the firm cannot change the firm's settings", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  const org_id = alpha.orgId;
  for (const person of [alpha.member, alpha.suspended, alpha.contact, beta.owner, stranger]) {
    const actor = scene.as(person);
    for (const call of [
      actor.rpc("update_org", profile(scene)),
      actor.rpc("set_reminder_policy", { org_id, reminder_days: [1], reminder_every: 1 }),
      actor.rpc("set_retention", { org_id, retention_days: 90 }),
      actor.rpc("set_require_mfa", { org_id, require_mfa: false }),
      actor.rpc("delete_org", { org_id }),
    ]) {
      expect(await refusal(call)).toMatchObject(NOT_FOUND);
    }
  }
});

test("the public logo of a deleted firm is marked for deletion immediately", async ({ scene }) => {
  const { alpha } = scene.world;
  const path = `logos/${alpha.orgId}/11111111-1111-4111-8111-111111111111.png`;
  await scene.db.query("update public.orgs set logo_path = $1 where id = $2", [path, alpha.orgId]);
  await scene.as(alpha.owner).rpc("delete_org", { org_id: alpha.orgId });
  const { rows } = await scene.db.query(
    "select bucket, path from private.orphans where path = $1",
    [path],
  );
  expect(rows).toEqual([{ bucket: "images", path }]);
});
