import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { test } from "../harness/test.ts";
import { checklist, daysAhead, type World } from "../harness/world.ts";

function draftOf({ alpha }: World) {
  return {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Mortgage application",
    message: "",
    due_on: daysAhead(10),
    contact_ids: [alpha.contactId],
    items: checklist,
  };
}

// S-3.29, S-4.3, S-4.50
test("sending opens the request, emails its contacts and plans a reminder", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const draft = await member.rpc("save_draft", draftOf(scene.world));
  const request_id = String(draft.id);
  await scene.db.query("delete from private.outbox");
  expect(await member.rpc("send_request", { request_id, expected_version: 1 })).toMatchObject({
    id: request_id,
    version: 2,
  });
  const [request] = await member.query(
    "select status, sent_at is not null as sent from public.requests where id = $1",
    [request_id],
  );
  expect(request).toEqual({ status: "open", sent: true });
  const [email] = await scene.as(service).rows("claim_mail", {});
  expect(email).toMatchObject({
    kind: "request_sent",
    tries: 1,
    to_email: alpha.contact.email,
    to_name: "Alpha Contact",
    org_name: "Alpha",
    request_title: "Mortgage application",
    public_id: draft.public_id,
    contact_id: alpha.contactId,
    user_id: alpha.contact.id,
    account_id: alpha.contact.id,
    account_confirmed: true,
  });
  const reminders = await member.query(
    "select seq, status, manual from public.reminders where request_id = $1",
    [request_id],
  );
  expect(reminders).toEqual([{ seq: 1, status: "scheduled", manual: false }]);
  const events = await member.query(
    "select action from public.events where request_id = $1 order by no",
    [request_id],
  );
  expect(events.map((event) => event.action)).toEqual([
    "request.drafted",
    "request.sent",
    "reminder.scheduled",
  ]);
});

test.for([
  ["title", { title: "ab" }, "length"],
  ["due_on", { due_on: undefined }, "required"],
  ["due_on", { due_on: daysAhead(-2) }, "range"],
  ["due_on", { due_on: daysAhead(740) }, "range"],
  ["contact_ids", { contact_ids: [] }, "required"],
  ["items", { items: [] }, "required"],
  [
    "items.1.title",
    {
      items: [
        { kind: "text", title: "Fine" },
        { kind: "text", title: "x" },
      ],
    },
    "length",
  ],
  [
    "items.0.options",
    { items: [{ kind: "choice", title: "Pick", options: { choices: ["One"] } }] },
    "range",
  ],
  [
    "items.0.options",
    { items: [{ kind: "choice", title: "Pick", options: { choices: ["A", "A"] } }] },
    "unique",
  ],
] as const)(
  "sending a draft with an invalid %s is refused (%o)",
  async ([field, change, rule], { scene }) => {
    const member = scene.as(scene.world.alpha.member);
    const draft = await member.rpc("save_draft", {
      ...draftOf(scene.world),
      ...structuredClone(change),
    } as never);
    expect(
      await refusal(member.rpc("send_request", { request_id: String(draft.id) })),
    ).toMatchObject({ status: "422", code: "validation_failed", detail: { field, rule } });
  },
);

// S-8.29
test("a draft to a contact whose email bounced cannot be sent", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const draft = await member.rpc("save_draft", draftOf(scene.world));
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    alpha.contactId,
  ]);
  expect(await refusal(member.rpc("send_request", { request_id: String(draft.id) }))).toEqual({
    status: "409",
    code: "contact_bounced",
    detail: { contact_ids: [alpha.contactId] },
  });
});

test("a draft can be sent only once, and an outdated version cannot be sent", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const draft = await member.rpc("save_draft", draftOf(scene.world));
  const request_id = String(draft.id);
  expect(
    await refusal(member.rpc("send_request", { request_id, expected_version: 7 })),
  ).toMatchObject({ code: "version_conflict" });
  await member.rpc("send_request", { request_id });
  expect(await refusal(member.rpc("send_request", { request_id }))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "open" },
  });
});
