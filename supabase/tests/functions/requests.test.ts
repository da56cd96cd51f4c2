import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, createPerson, type Person } from "../harness/person.ts";
import { test } from "../harness/test.ts";

const missing = { firm: null, logo_path: null, brand_color: null, state: "missing" };

// S-2.42, S-4.57
test("anyone with a request's link sees the firm and the request's state, and a draft's link shows nothing", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const visitor = scene.as(anonymous);
  expect(await visitor.rpc("get_public_request", { public_id: alpha.publicId })).toEqual({
    firm: "Alpha",
    logo_path: null,
    brand_color: null,
    state: "open",
  });
  expect(await visitor.rpc("get_public_request", { public_id: "nothing" })).toEqual(missing);
  const { rows } = await scene.db.query("select public_id from public.requests where id = $1", [
    alpha.draftId,
  ]);
  expect(await visitor.rpc("get_public_request", { public_id: rows[0].public_id })).toEqual(
    missing,
  );
});

test("a request link of a deleted firm reports that the firm was deleted, and opens no request", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    "update public.orgs set deleted_at = now(), brand_color = '#0d5f66' where id = $1",
    [alpha.orgId],
  );
  expect(
    await scene.as(anonymous).rpc("get_public_request", { public_id: alpha.publicId }),
  ).toEqual({ firm: "Alpha", logo_path: null, brand_color: null, state: "firm_deleted" });
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([]);
  expect(await scene.as(alpha.owner).see("public.orgs")).toEqual([]);
});

// S-4.6
test("only the first visit of a request's contact is recorded", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  for (let visit = 0; visit < 2; visit++) {
    expect(await contact.rpc("open_request", { public_id: alpha.publicId })).toEqual({
      request_id: alpha.requestId,
      public_id: alpha.publicId,
      status: "open",
    });
  }
  const events = await scene
    .as(alpha.owner)
    .query("select actor_kind, data from public.events where action = 'request.opened'");
  expect(events).toEqual([{ actor_kind: "contact", data: { contact_id: alpha.contactId } }]);
});

// S-6.11, S-6.17, S-9.4
test("only a contact of the request who typed a code within 30 days can open the request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  const passwordOnly = { ...alpha.contact, methods: { password: 10 } };
  const staleCode = { ...alpha.contact, methods: { otp: 31 * 86_400 } };
  for (const person of [passwordOnly, staleCode, beta.contact, stranger, alpha.owner]) {
    expect(
      await refusal(scene.as(person).rpc("open_request", { public_id: alpha.publicId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});

// S-4.57
test("only a former contact of a request sees that their access ended", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  const had = (person: Person, publicId = alpha.publicId) =>
    scene.as(person).rpc("had_request_access", { public_id: publicId });
  const staff = scene.as(alpha.owner);
  const ask = async (name: string) => {
    const person = await createPerson(scene.db, name, `${name}@alpha-client.example`);
    const { orgId: org_id, clientId: client_id } = alpha;
    const saved = await staff.rpc("save_contact", { org_id, client_id, name, email: person.email });
    const contact_id = String(saved.id);
    await staff.rpc("add_recipient", { request_id: alpha.requestId, contact_id });
    return { person, contact_id };
  };
  const second = await ask("second");
  await ask("third");
  expect(await had(stranger)).toBe(false);

  // The removed contact has never opened the request.
  await staff.rpc("remove_recipient", {
    request_id: alpha.requestId,
    contact_id: second.contact_id,
  });
  await staff.rpc("remove_contact", { contact_id: alpha.contactId });
  expect(await had(second.person)).toBe(true);
  expect(await had(alpha.contact)).toBe(true);

  const passwordOnly = { ...alpha.contact, methods: { password: 10 } };
  const staleCode = { ...alpha.contact, methods: { otp: 31 * 86_400 } };
  for (const person of [passwordOnly, staleCode, beta.contact, stranger, alpha.owner]) {
    expect(await had(person)).toBe(false);
  }
  expect(await had(alpha.contact, beta.publicId)).toBe(false);
  expect(await had(alpha.contact, "nothing")).toBe(false);
  expect((await refusal(had(anonymous))).status).toBe("42501");
});

test("had_request_access is true for a user whose email address belongs to a removed contact of the request", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const staff = scene.as(alpha.owner);
  const late = await createPerson(scene.db, "Late", "late@alpha-client.example");
  const { orgId: org_id, clientId: client_id, requestId: request_id } = alpha;
  const saved = await staff.rpc("save_contact", {
    org_id,
    client_id,
    name: "Late",
    email: late.email,
  });
  const contact_id = String(saved.id);
  const visit = scene.as(late).rpc("had_request_access", { public_id: alpha.publicId });
  expect(await visit).toBe(false);
  await scene.db.query(
    "insert into public.request_contacts (org_id, request_id, contact_id) values ($1, $2, $3)",
    [org_id, request_id, contact_id],
  );
  await staff.rpc("cancel_request", { request_id, reason: "Not needed" });
  await staff.rpc("remove_contact", { contact_id });
  expect(await scene.as(late).rpc("had_request_access", { public_id: alpha.publicId })).toBe(true);
});

test("a contact of a canceled request sees that it is canceled", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.owner).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Not needed",
  });
  expect(
    await refusal(scene.as(alpha.contact).rpc("open_request", { public_id: alpha.publicId })),
  ).toEqual({ status: "409", code: "request_closed", detail: { status: "cancelled" } });
  expect(
    await scene.as(anonymous).rpc("get_public_request", { public_id: alpha.publicId }),
  ).toMatchObject({ state: "cancelled" });
});

// S-2.41, S-3.8
test("contacts can list their own requests with progress, and staff and strangers see none", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  const rows = await scene.as(alpha.contact).rows("list_my_requests", {} as never);
  expect(rows).toMatchObject([
    {
      request_id: alpha.requestId,
      firm: "Alpha",
      time_zone: "Europe/London",
      items_total: 4,
      items_done: 1,
      required_total: 3,
      required_done: 1,
      client_name: "Alpha Client",
    },
  ]);
  for (const person of [alpha.owner, stranger]) {
    expect(await scene.as(person).rows("list_my_requests", {} as never)).toEqual([]);
  }
});

// S-2.41
test.for([
  ["open", true],
  ["complete", true],
  ["draft", false],
  ["cancelled", false],
  ["archived", false],
] as const)(
  "the list of a contact's requests contains a request whose status is %s: %s",
  async ([status, isListed], { scene }) => {
    const { alpha } = scene.world;
    await scene.db.query(
      `update public.requests set status = $2,
      closed_at = case when $2 not in ('draft', 'open') then private.clock() end
    where id = $1`,
      [alpha.requestId, status],
    );
    const rows = await scene.as(alpha.contact).rows("list_my_requests", {} as never);
    expect(rows.map((row) => row.status)).toEqual(isListed ? [status] : []);
  },
);

// S-2.19
test("list_my_requests returns the firm's reply and postal addresses only to contacts of the request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  await scene.db.query(
    `update public.orgs set reply_email = 'office@alpha.example',
      postal_address = '4 Quay Street, Bristol' where id = $1`,
    [alpha.orgId],
  );
  const addresses = async (person: Parameters<typeof scene.as>[0]) =>
    (await scene.as(person).rows("list_my_requests", {} as never)).map((row) => [
      row.reply_email,
      row.postal_address,
    ]);
  expect(await addresses(alpha.contact)).toEqual([
    ["office@alpha.example", "4 Quay Street, Bristol"],
  ]);
  expect(await addresses(beta.contact)).toEqual([[beta.owner.email, null]]);
  const passwordOnly = { ...alpha.contact, methods: { password: 10 } };
  for (const person of [passwordOnly, stranger, alpha.owner, beta.owner]) {
    expect(await addresses(person)).toEqual([]);
  }
  expect((await refusal(scene.as(anonymous).rows("list_my_requests", {} as never))).status).toBe(
    "42501",
  );
  await scene.as(alpha.owner).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Not needed",
  });
  expect(await addresses(alpha.contact)).toEqual([]);
});
