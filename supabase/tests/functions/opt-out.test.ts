import { beforeEach, expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { deliver, EmailService } from "../harness/delivery.ts";
import { anonymous, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

let emails: EmailService;

beforeEach(() => {
  emails = new EmailService();
});

async function tokenOf(scene: Scene) {
  await deliver(scene, emails);
  const email = [...emails.accepted.values()].find(
    ({ to }) => to === scene.world.alpha.contact.email,
  );
  const token = /\/unsubscribe\/([0-9a-f]{32})\b/.exec(email?.text ?? "")?.[1] ?? "";
  expect(token).toHaveLength(32);
  emails.accepted.clear();
  return token;
}

const choose = (scene: Scene, token: string, choice: string) =>
  scene.as(anonymous).rpc("set_opt_out", { token, choice });

async function contactOf(scene: Scene, id = scene.world.alpha.contactId) {
  const { rows } = await scene.db.query(
    "select status, email_pref, opt_out_reason from public.contacts where id = $1",
    [id],
  );
  return rows[0];
}

async function eventsOf(scene: Scene) {
  const { rows } = await scene.db.query(
    "select action, data ->> 'change' as change, actor_kind from public.events where action like 'contact.opted%' order by id",
  );
  return rows.map(({ action, change, actor_kind }) => `${actor_kind} ${action} ${change ?? ""}`);
}

/** Does everything that emails a contact, and then sends the due reminders of twenty days. */
async function emailEveryWay(scene: Scene) {
  const { alpha } = scene.world;
  const staff = scene.as(alpha.member);
  const request_id = alpha.requestId;
  const ways: (() => Promise<unknown>)[] = [
    () => staff.rpc("remind_contacts", { request_id }),
    () =>
      staff.rpc("review_item", { item_id: alpha.items.file, decision: "returned", note: "Again." }),
    () =>
      staff.rpc("review_item", { item_id: alpha.items.text, decision: "partial", note: "More." }),
    () => staff.rpc("complete_request", { request_id, reason: "Enough." }),
    () => staff.rpc("reopen_request", { request_id, note: "One more thing." }),
    () => staff.rpc("remove_recipient", { request_id, contact_id: alpha.contactId }),
    () => staff.rpc("add_recipient", { request_id, contact_id: alpha.contactId }),
    () => staff.rpc("remind_contacts", { request_id }),
    () => staff.rpc("cancel_request", { request_id, reason: "Not needed" }),
    async () => {
      const draft = await staff.rpc("save_draft", {
        org_id: alpha.orgId,
        client_id: alpha.clientId,
        title: "Another request",
        message: "",
        due_on: daysAhead(14),
        contact_ids: [alpha.contactId],
        items: [{ kind: "text", title: "A word" }],
      });
      await staff.rpc("send_request", { request_id: String(draft.id) });
    },
  ];
  for (const way of ways) {
    await refusalOrNothing(way());
    await deliver(scene, emails);
    await scene.travel("6 minutes");
    await deliver(scene, emails);
    await scene.travel("25 hours");
  }
  for (let day = 0; day < 20; day += 1) {
    await scene.as(service).rpc("queue_reminders", {});
    await deliver(scene, emails);
    await scene.travel("1 day");
  }
}

const refusalOrNothing = (call: Promise<unknown>) => call.catch(() => undefined);

test("the email about a new request has an unsubscribe link and headers, and the email about a decision has neither", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await deliver(scene, emails);
  const sent = [...emails.accepted.values()].find(({ to }) => to === alpha.contact.email);
  const url = /https:\/\/dossier\.example\/unsubscribe\/[0-9a-f]{32}/.exec(sent?.text ?? "")?.[0];
  expect(sent?.html).toContain(`href="${url}"`);
  expect(sent?.headers).toMatchObject({
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  await scene
    .as(alpha.member)
    .rpc("review_item", { item_id: alpha.items.file, decision: "returned", note: "Again." });
  await scene.travel("6 minutes");
  emails.accepted.clear();
  await deliver(scene, emails);
  const [digest] = [...emails.accepted.values()];
  expect(digest?.to).toBe(alpha.contact.email);
  expect(digest?.text).not.toContain("unsubscribe");
  expect(digest?.headers).not.toHaveProperty("List-Unsubscribe");
});

// S-8.31
test.for(["firm", "left", "wrong_person"])(
  "a contact who opts out with the choice “%s” gets no email of any kind",
  async (choice, { scene }) => {
    const { alpha } = scene.world;
    const token = await tokenOf(scene);
    expect(await choose(scene, token, choice)).toMatchObject({ firm: "Alpha", state: choice });
    expect(await contactOf(scene)).toEqual({
      status: "opted_out",
      email_pref: "all",
      opt_out_reason: choice,
    });
    expect(
      await refusal(
        scene.as(alpha.member).rpc("remind_contacts", {
          request_id: alpha.requestId,
        }),
      ),
    ).toEqual({
      status: "409",
      code: "contact_opted_out",
      detail: { contact_id: alpha.contactId, name: "Alpha Contact" },
    });
    await emailEveryWay(scene);
    expect(emails.recipients).not.toContain(alpha.contact.email);
    const notice = [...emails.accepted.values()].find(({ subject }) =>
      subject.startsWith("Alpha Contact asked not to get email"),
    );
    expect(notice?.to).toBe(alpha.owner.email);
    expect(await eventsOf(scene)).toEqual([`contact contact.opted_out ${choice}`]);
  },
);

test("a contact who has not opted out gets every kind of email that goes to contacts", async ({
  scene,
}) => {
  await deliver(scene, emails);
  emails.accepted.clear();
  await emailEveryWay(scene);
  const kinds = [...emails.accepted]
    .filter(([, { to }]) => to === scene.world.alpha.contact.email)
    .map(([key]) => key.split(":")[0]);
  expect([...new Set(kinds)].sort()).toEqual([
    "decision_digest",
    "reminder",
    "request_cancelled",
    "request_completed",
    "request_reopened",
    "request_sent",
  ]);
});

// S-8.31
test("a contact who stopped reminders gets no reminder, but still gets emails about decisions", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const token = await tokenOf(scene);
  await choose(scene, token, "no_reminders");
  expect(await contactOf(scene)).toEqual({
    status: "active",
    email_pref: "no_reminders",
    opt_out_reason: null,
  });
  expect(
    await refusal(scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId })),
  ).toMatchObject({ code: "contact_opted_out", detail: { reminders: true } });
  await emailEveryWay(scene);
  const kinds = new Set(
    [...emails.accepted]
      .filter(([, { to }]) => to === alpha.contact.email)
      .map(([key]) => key.split(":")[0]),
  );
  expect(kinds).not.toContain("reminder");
  expect(kinds).toContain("decision_digest");
});

test("one-click unsubscribe stops all email from the firm if the contact never opened a request, and otherwise only reminders", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const token = await tokenOf(scene);
  await scene.db.query("savepoint unopened");
  expect(await choose(scene, token, "one_click")).toMatchObject({ state: "firm" });
  await scene.db.query("rollback to savepoint unopened");
  await scene.as(alpha.contact).rpc("open_request", { public_id: alpha.publicId });
  expect(await choose(scene, token, "one_click")).toMatchObject({ state: "no_reminders" });
  expect(await choose(scene, token, "one_click")).toMatchObject({ state: "no_reminders" });
  expect(await eventsOf(scene)).toEqual(["contact contact.opted_out no_reminders"]);
});

test("an opt-out link cannot resume email, and opening the link changes nothing", async ({
  scene,
}) => {
  const token = await tokenOf(scene);
  const read = () => scene.as(anonymous).rpc("get_opt_out", { token });
  expect(await read()).toEqual({
    firm: "Alpha",
    logo_path: null,
    brand_color: null,
    client: "Alpha Client",
    email_masked: "c•••@a…",
    state: "all",
  });
  await choose(scene, token, "firm");
  await choose(scene, token, "no_reminders");
  await choose(scene, token, "one_click");
  expect(await read()).toMatchObject({ state: "firm" });
  expect(await refusal(choose(scene, token, "all"))).toMatchObject({ code: "validation_failed" });
  expect(await refusal(choose(scene, "0".repeat(32), "firm"))).toMatchObject({ status: "404" });
});

test("owners, contacts and visitors cannot read an opt-out token from the database", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await tokenOf(scene);
  for (const person of [alpha.owner, alpha.contact, anonymous]) {
    const read = scene.as(person).query("select token from private.opt_out_tokens");
    expect(await refusal(read)).toMatchObject({ status: "42501" });
  }
  const rows = await scene.as(alpha.owner).query("select * from public.contacts");
  expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{32}/);
});

test("staff cannot end an opt-out by adding the contact again, or by changing the email address and changing it back", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const token = await tokenOf(scene);
  await choose(scene, token, "firm");
  const staff = scene.as(alpha.member);
  const contact = { org_id: alpha.orgId, client_id: alpha.clientId, name: "Alpha Contact" };
  const move = (email: string, expected_version: number) =>
    staff.rpc("save_contact", { ...contact, contact_id: alpha.contactId, email, expected_version });
  await move("other@alpha-client.example", 1);
  expect(await contactOf(scene)).toMatchObject({ status: "active", opt_out_reason: null });
  // The link in emails to the old address has no effect on the new address.
  expect(await refusal(choose(scene, token, "firm"))).toMatchObject({ status: "404" });
  await move(alpha.contact.email, 2);
  expect(await contactOf(scene)).toMatchObject({ status: "opted_out", opt_out_reason: "firm" });
  const other = await staff.rpc("save_client", { org_id: alpha.orgId, name: "Other" });
  const twin = await staff.rpc("save_contact", {
    ...contact,
    client_id: String(other.id),
    email: alpha.contact.email,
  });
  expect(await contactOf(scene, String(twin.id))).toMatchObject({ status: "opted_out" });
});

test("a contact who no longer works for one client still gets emails about another client", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const token = await tokenOf(scene);
  await choose(scene, token, "left");
  const staff = scene.as(alpha.member);
  const other = await staff.rpc("save_client", { org_id: alpha.orgId, name: "Other" });
  const twin = await staff.rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: String(other.id),
    name: "Alpha Contact",
    email: alpha.contact.email,
  });
  expect(await contactOf(scene, String(twin.id))).toMatchObject({ status: "active" });
});

test("only the signed-in contact can resume email, and resuming email also resumes reminders", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const token = await tokenOf(scene);
  await choose(scene, token, "no_reminders");
  await choose(scene, token, "firm");
  const optIn = (person: typeof alpha.contact) =>
    scene.as(person).rpc("opt_in", { contact_id: alpha.contactId });
  for (const person of [alpha.owner, beta.contact]) {
    expect(await refusal(optIn(person))).toMatchObject({ status: "404" });
  }
  expect(await scene.as(alpha.contact).rows("list_my_email_stops", {})).toEqual([
    { contact_id: alpha.contactId, firm: "Alpha", client: "Alpha Client", state: "firm" },
  ]);
  await optIn(alpha.contact);
  await optIn(alpha.contact);
  expect(await contactOf(scene)).toEqual({
    status: "active",
    email_pref: "all",
    opt_out_reason: null,
  });
  expect(await scene.as(alpha.contact).rows("list_my_email_stops", {})).toEqual([]);
  expect((await eventsOf(scene)).at(-1)).toBe("contact contact.opted_in ");
  const { rows } = await scene.db.query(
    "select count(*)::int from public.reminders where contact_id = $1 and status = 'scheduled'",
    [alpha.contactId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});
