import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

type Task = "expire_invitations" | "archive_requests" | "purge_requests" | "purge_orgs";

async function run(scene: Scene, name: Task): Promise<number> {
  return Number(await scene.as(service).rpc(name, {} as never));
}

async function close(scene: Scene) {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "No longer needed.",
  });
}

async function count(scene: Scene, from: string, values: unknown[]): Promise<number> {
  const { rows } = await scene.db.query(`select count(*)::int as count from ${from}`, values);
  return rows[0].count;
}

// S-4.36, S-9.5
test("an invitation ends after seven days, and its end is recorded once", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.travel("6 days 23 hours");
  expect(await run(scene, "expire_invitations")).toBe(0);
  await scene.travel("2 hours");
  expect(await run(scene, "expire_invitations")).toBe(1);
  expect(await run(scene, "expire_invitations")).toBe(0);
  const { rows } = await scene.db.query(
    `select i.status, e.actor_kind from public.invitations i
    join public.events e on e.entity_id = i.id and e.action = 'invitation.expired'
    where i.id = $1`,
    [alpha.invitationId],
  );
  expect(rows).toEqual([{ status: "expired", actor_kind: "system" }]);
});

// S-4.11
test("the system archives a request that has been closed for ninety days", async ({ scene }) => {
  const { alpha } = scene.world;
  await close(scene);
  await scene.travel("89 days");
  expect(await run(scene, "archive_requests")).toBe(0);
  await scene.travel("1 day");
  expect(await run(scene, "archive_requests")).toBe(1);
  expect(await run(scene, "archive_requests")).toBe(0);
  const { rows } = await scene.db.query(
    `select r.status, e.actor_kind from public.requests r
    join public.events e on e.request_id = r.id and e.action = 'request.archived'
    where r.id = $1`,
    [alpha.requestId],
  );
  expect(rows).toEqual([{ status: "archived", actor_kind: "system" }]);
});

// S-3.28, S-4.12, S-9.12
test("the end of retention deletes a request except for its events, and marks its stored files for deletion", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.owner).rpc("set_retention", { org_id: alpha.orgId, retention_days: 100 });
  await close(scene);
  await scene.travel("99 days");
  await run(scene, "archive_requests");
  expect(await run(scene, "purge_requests")).toBe(0);
  await scene.travel("25 hours");
  const events = await count(scene, "public.events where request_id = $1", [alpha.requestId]);
  expect(await run(scene, "purge_requests")).toBe(1);
  for (const table of ["items", "submissions", "files", "request_contacts", "reminders"]) {
    const left = await count(scene, `public.${table} where request_id = $1`, [alpha.requestId]);
    expect(left, table).toBe(0);
  }
  expect(await count(scene, "public.events where request_id = $1", [alpha.requestId])).toBe(events);
  const { rows } = await scene.db.query(
    "select chain, actor_kind, entity_id from public.events where action = 'request.purged'",
  );
  expect(rows).toEqual([{ chain: alpha.orgId, actor_kind: "system", entity_id: alpha.requestId }]);
  expect(await scene.as(service).rows("orphaned_objects", {})).toEqual([
    { bucket: "documents", path: alpha.filePath },
  ]);
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: null,
  });
});

// S-9.12
test("an email to staff about two requests is deleted when the second of the requests is deleted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const owner = scene.as(alpha.owner);
  await owner.rpc("set_retention", { org_id: alpha.orgId, retention_days: 30 });
  const draft = await owner.rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Payroll",
    message: "",
    due_on: daysAhead(7),
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", title: "Number of staff" }],
  });
  const requestId = String(draft.id);
  await owner.rpc("send_request", { request_id: requestId });
  const { rows } = await scene.db.query(
    `update private.outbox m set request_id = null, status = 'sent', data = jsonb_build_object(
      'item_ids', (select jsonb_agg(i.id) from public.items i where i.request_id in ($1, $2)))
    where m.request_id = $1 and m.kind = 'staff_digest' returning id`,
    [alpha.requestId, requestId],
  );
  const emails = () => count(scene, "private.outbox where id = $1", [rows[0]?.id]);
  for (const [request_id, left] of [
    [alpha.requestId, 1],
    [requestId, 0],
  ] as const) {
    await owner.rpc("cancel_request", { request_id, reason: "No longer needed." });
    await owner.rpc("archive_request", { request_id });
    await scene.travel("31 days");
    expect(await run(scene, "purge_requests")).toBe(1);
    expect(await emails()).toBe(left);
  }
});

test("one firm's shorter retention does not delete another firm's archived request", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  await scene.as(alpha.owner).rpc("set_retention", { org_id: alpha.orgId, retention_days: 30 });
  await close(scene);
  await scene.as(alpha.member).rpc("archive_request", { request_id: alpha.requestId });
  const request_id = beta.requestId;
  await scene.as(beta.owner).rpc("cancel_request", { request_id, reason: "Not needed" });
  await scene.as(beta.owner).rpc("archive_request", { request_id });
  await scene.travel("31 days");
  expect(await run(scene, "purge_requests")).toBe(1);
  expect(await count(scene, "public.requests where id = $1", [alpha.requestId])).toBe(0);
  expect(await count(scene, "public.requests where id = $1", [beta.requestId])).toBe(1);
});

// S-4.55
test("a deleted firm's data is kept for thirty days and then removed in parts, without changes to other firms", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const betaEvents = await count(scene, "public.events where org_id = $1", [beta.orgId]);
  await scene.as(alpha.owner).rpc("delete_org", { org_id: alpha.orgId });
  await scene.travel("30 days");
  expect(await run(scene, "purge_orgs")).toBe(0);
  expect(await count(scene, "public.events where org_id = $1", [alpha.orgId])).toBeGreaterThan(0);
  await scene.travel("1 hour");
  expect([
    await run(scene, "purge_orgs"),
    await run(scene, "purge_orgs"),
    await run(scene, "purge_orgs"),
    await run(scene, "purge_orgs"),
  ]).toEqual([0, 0, 1, 0]);
  for (const table of ["memberships", "clients", "contacts", "requests", "events", "templates"]) {
    const left = await count(scene, `public.${table} where org_id = $1`, [alpha.orgId]);
    expect(left, table).toBe(0);
  }
  expect(await count(scene, "public.orgs where id = $1", [alpha.orgId])).toBe(0);
  expect(await count(scene, "public.events where org_id = $1", [beta.orgId])).toBe(betaEvents);
  expect(await scene.as(beta.owner).see("public.requests")).toEqual([beta.requestId]);
});

// S-6.16
test("users cannot run system tasks", async ({ scene }) => {
  const tasks: Task[] = ["expire_invitations", "archive_requests", "purge_requests", "purge_orgs"];
  for (const name of tasks) {
    const call = scene.as(scene.world.alpha.owner).rpc(name, {} as never);
    expect((await refusal(call)).status, name).toBe("42501");
  }
});
