import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { createPerson, type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

const NOT_FOUND = { status: "404", code: "not_found" };

function update(scene: Scene, person: Person, changes: Record<string, unknown> = {}) {
  return scene.as(person).rpc("update_request", {
    request_id: scene.world.alpha.requestId,
    title: "Annual accounts",
    message: "Please send these.",
    due_on: daysAhead(14),
    ...changes,
  });
}

async function addContact(scene: Scene, name: string) {
  const { alpha } = scene.world;
  const person = await createPerson(scene.db, name, `${name.toLowerCase()}@alpha-client.example`);
  const contact = await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name,
    email: person.email,
  });
  const contactId = String(contact.id);
  await scene.as(service).rpc("link_contact", {
    contact_id: contactId,
    email: person.email,
    user_id: person.id,
  });
  return { person, contactId };
}

async function requestEvents(scene: Scene, action: string) {
  const { rows } = await scene.db.query(
    "select entity, entity_id, data from public.events where request_id = $1 and action = $2 order by no",
    [scene.world.alpha.requestId, action],
  );
  return rows;
}

test("staff can reword an open request and assign another member, who is then notified of answers", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const answer = await update(scene, alpha.member, {
    title: " Accounts 2026 ",
    message: "With receipts.",
    assignee_id: alpha.admin.id,
    expected_version: 2,
  });
  expect(answer).toEqual({ id: alpha.requestId, public_id: alpha.publicId, version: 3 });
  const [row] = await scene
    .as(alpha.contact)
    .query("select title, message, assignee_id, reminders_paused from public.requests");
  expect(row).toEqual({
    title: "Accounts 2026",
    message: "With receipts.",
    assignee_id: alpha.admin.id,
    reminders_paused: false,
  });
  const { rows } = await scene.db.query("select user_id from private.staff_readers($1)", [
    alpha.requestId,
  ]);
  expect(rows).toEqual([{ user_id: alpha.admin.id }]);
  expect(await requestEvents(scene, "request.updated")).toHaveLength(1);
  expect(await refusal(update(scene, alpha.admin, { expected_version: 2 }))).toMatchObject({
    code: "version_conflict",
    detail: { version: 3, name: "Alpha member" },
  });
  await update(scene, alpha.member);
  const { rows: cleared } = await scene.db.query(
    "select assignee_id from public.requests where id = $1",
    [alpha.requestId],
  );
  expect(cleared).toEqual([{ assignee_id: null }]);
});

test("editing a request keeps an assignee who was suspended", async ({ scene }) => {
  const { alpha } = scene.world;
  await update(scene, alpha.member, { assignee_id: alpha.admin.id });
  await scene.db.query("update public.memberships set status = 'suspended' where user_id = $1", [
    alpha.admin.id,
  ]);
  await update(scene, alpha.member, { title: "Accounts 2027", assignee_id: alpha.admin.id });
  const { rows } = await scene.db.query(
    "select title, assignee_id from public.requests where id = $1",
    [alpha.requestId],
  );
  expect(rows).toEqual([{ title: "Accounts 2027", assignee_id: alpha.admin.id }]);
});

test("a draft can be saved without a title or a due date, and saving it records no event", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const draft = { request_id: alpha.draftId, title: "", message: "", due_on: undefined };
  await update(scene, alpha.member, { ...draft, assignee_id: alpha.member.id });
  const { rows } = await scene.db.query(
    "select count(*)::int as count from public.events where action = 'request.updated'",
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test.for([
  [{ title: "ab" }, "title"],
  [{ message: "x".repeat(2001) }, "message"],
  [{ due_on: daysAhead(-2) }, "due_on"],
  [{ due_on: undefined }, "due_on"],
] as const)("changing an open request to %j is refused", async ([changes, field], { scene }) => {
  expect(await refusal(update(scene, scene.world.alpha.member, changes))).toMatchObject({
    status: "422",
    detail: { field },
  });
});

test("a request can be assigned only to active staff of the firm", async ({ scene }) => {
  const { alpha, beta } = scene.world;
  for (const person of [alpha.suspended, alpha.contact, beta.owner]) {
    expect(await refusal(update(scene, alpha.member, { assignee_id: person.id }))).toMatchObject({
      detail: { field: "assignee_id" },
    });
  }
});

// S-4.4
test("an overdue request can be edited without a new due date, and a new due date moves the reminder", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const planned = async () => {
    const { rows } = await scene.db.query(
      `select to_char(due_at, 'YYYY-MM-DD') as day from public.reminders
      where request_id = $1 and status = 'scheduled'`,
      [alpha.requestId],
    );
    return rows.map((row) => row.day);
  };
  const before = await planned();
  await update(scene, alpha.member, { due_on: daysAhead(40) });
  const after = await planned();
  expect(after).toHaveLength(1);
  expect(after[0] > before[0]).toBe(true);
  await scene.travel("45 days");
  await update(scene, alpha.member, { due_on: daysAhead(40), title: "Overdue" });
  expect(await refusal(update(scene, alpha.member, { due_on: daysAhead(39) }))).toMatchObject({
    detail: { field: "due_on", rule: "range" },
  });
});

// S-4.5
test("a new contact of a request gets its first email, and has access and reminders until their removal", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { person, contactId } = await addContact(scene, "Rita");
  const args = { request_id: alpha.requestId, contact_id: contactId };
  const member = scene.as(alpha.member);
  expect(await member.rpc("add_recipient", args)).toEqual({ id: contactId, version: 3 });
  expect(await member.rpc("add_recipient", args)).toEqual({ id: contactId, version: 3 });
  expect(await scene.as(person).see("public.items")).toHaveLength(4);
  const emails = () =>
    scene.db.query("select kind, status from private.outbox where contact_id = $1 order by id", [
      contactId,
    ]);
  expect((await emails()).rows).toEqual([{ kind: "request_sent", status: "queued" }]);
  expect(await member.rpc("remove_recipient", args)).toEqual({ id: contactId, version: 4 });
  expect((await emails()).rows).toEqual([{ kind: "request_sent", status: "cancelled" }]);
  const { rows } = await scene.db.query(
    "select status from public.reminders where contact_id = $1",
    [contactId],
  );
  expect(rows).toEqual([{ status: "skipped" }]);
  expect(await scene.as(person).see("public.items")).toEqual([]);
  expect(await requestEvents(scene, "recipient.changed")).toEqual([
    { entity: "contact", entity_id: contactId, data: { contact_id: contactId, change: "added" } },
    { entity: "contact", entity_id: contactId, data: { contact_id: contactId, change: "removed" } },
  ]);
  await member.rpc("add_recipient", args);
  expect((await emails()).rows).toHaveLength(2);
});

// S-9.6
test("only active contacts of the client can be added to a request, and a request has at most five", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const add = (contact_id: string) =>
    scene.as(alpha.member).rpc("add_recipient", { request_id: alpha.requestId, contact_id });
  expect(await refusal(add(beta.contactId))).toMatchObject({ detail: { field: "contact_id" } });
  const bounced = await addContact(scene, "Bo");
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    bounced.contactId,
  ]);
  expect(await refusal(add(bounced.contactId))).toMatchObject({
    code: "contact_bounced",
    detail: { contact_ids: [bounced.contactId] },
  });
  for (const name of ["Ann", "Ben", "Cid", "Dan"]) {
    await add((await addContact(scene, name)).contactId);
  }
  const { contactId } = await addContact(scene, "Eve");
  expect(await refusal(add(contactId))).toMatchObject({
    code: "limit_reached",
    detail: { limit: 5, what: "contacts" },
  });
});

// S-9.6
test("add_recipients adds several contacts at once, and emails none if one is refused", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const ids: string[] = [];
  for (const name of ["Ann", "Ben", "Cid", "Dan", "Eve"]) {
    ids.push((await addContact(scene, name)).contactId);
  }
  const add = (contact_ids: string[]) =>
    scene.as(alpha.member).rpc("add_recipients", { request_id: alpha.requestId, contact_ids });
  const emailed = async () => {
    const { rows } = await scene.db.query(
      "select contact_id from private.outbox where contact_id = any ($1)",
      [ids],
    );
    return rows.map((row) => row.contact_id);
  };
  // With the request's first contact, there would be six contacts.
  expect(await refusal(add(ids))).toMatchObject({
    code: "limit_reached",
    detail: { limit: 5, what: "contacts" },
  });
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [ids[1]]);
  expect(await refusal(add(ids.slice(0, 2)))).toMatchObject({ code: "contact_bounced" });
  expect(await emailed()).toEqual([]);
  const [first = "", , third = ""] = ids;
  expect(await add([first, third])).toEqual({ version: 4 });
  expect((await emailed()).toSorted()).toEqual([first, third].toSorted());
  for (const wrong of [[], [...ids, third]]) {
    expect(await refusal(add(wrong))).toMatchObject({ detail: { field: "contact_ids" } });
  }
});

// S-4.5
test("the last active contact of a request cannot be removed", async ({ scene }) => {
  const { alpha } = scene.world;
  const remove = (contact_id: string) =>
    scene.as(alpha.member).rpc("remove_recipient", { request_id: alpha.requestId, contact_id });
  const sole = { code: "sole_recipient", detail: { request_ids: [alpha.requestId] } };
  expect(await refusal(remove(alpha.contactId))).toMatchObject(sole);
  const { contactId } = await addContact(scene, "Rita");
  expect(await refusal(remove(contactId))).toMatchObject(NOT_FOUND);
  await scene
    .as(alpha.member)
    .rpc("add_recipient", { request_id: alpha.requestId, contact_id: contactId });
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [contactId]);
  expect(await refusal(remove(alpha.contactId))).toMatchObject(sole);
  await remove(contactId);
});

test("a closed request cannot be edited, and only staff of its firm can edit an open request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  const args = { request_id: alpha.requestId, contact_id: alpha.contactId };
  const calls = (person: Person) => [
    update(scene, person),
    scene.as(person).rpc("add_recipient", args),
    scene
      .as(person)
      .rpc("add_recipients", { request_id: alpha.requestId, contact_ids: [alpha.contactId] }),
    scene.as(person).rpc("remove_recipient", args),
  ];
  for (const person of [alpha.contact, alpha.suspended, beta.owner, stranger]) {
    for (const call of calls(person)) expect(await refusal(call)).toMatchObject(NOT_FOUND);
  }
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Sent by mistake.",
  });
  for (const call of calls(alpha.member)) {
    expect(await refusal(call)).toMatchObject({
      code: "request_closed",
      detail: { status: "cancelled" },
    });
  }
});
