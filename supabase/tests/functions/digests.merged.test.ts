import { expect } from "vitest";
import { z } from "zod";
import type { Answer } from "../harness/actor.ts";
import { type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

interface Answered {
  requestId: string;
  itemId: string;
}

async function answeredRequest(scene: Scene, title: string): Promise<Answered> {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.owner).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title,
    message: "",
    due_on: daysAhead(7),
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", title: "Number of staff" }],
  });
  const requestId = String(draft.id);
  await scene.as(alpha.owner).rpc("send_request", { request_id: requestId });
  const { rows } = await scene.db.query("select id from public.items where request_id = $1", [
    requestId,
  ]);
  const itemId = String(rows[0]?.id);
  const contact = scene.as(alpha.contact);
  await contact.rpc("save_answer", { item_id: itemId, answer: { text: "Four" } });
  await contact.rpc("submit_item", { item_id: itemId });
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  return { requestId, itemId };
}

async function claim(scene: Scene) {
  const rows = await scene.as(service).rows("claim_mail", {});
  return rows
    .filter((row) => row.org_slug === "alpha")
    .map(({ mail_id, to_email, data }) => ({
      id: String(mail_id),
      to: to_email,
      titles: (data as { requests: Answer[] }).requests.map(({ title }) => title),
    }));
}

function assign(scene: Scene, requestId: string, { id }: Person) {
  return scene.db.query("update public.requests set assignee_id = $1 where id = $2", [
    id,
    requestId,
  ]);
}

function finish(scene: Scene, email: { id: string } | undefined, tries: number, outcome: string) {
  return scene.as(service).rpc("finish_mail", { mail_id: String(email?.id), tries, outcome });
}

function fail(scene: Scene, email: { id: string } | undefined, tries: number) {
  return finish(scene, email, tries, "retry");
}

async function check(scene: Scene, email: { id: string } | undefined) {
  const args = { mail_id: String(email?.id), tries: 1 };
  const content = await scene.as(service).rpc("check_mail", args);
  return content && (content.requests as Answer[]).map(({ title }) => title);
}

function emailEvents(scene: Scene, requestId: string) {
  return scene.as(scene.world.alpha.member).query(
    `select action, entity_id, data from public.events
      where request_id = $1 and action like 'mail.%' order by id`,
    [requestId],
  );
}

/** Counts the rows of the outbox that this transaction has read. */
async function rowsRead(scene: Scene): Promise<number> {
  const { rows } = await scene.db.query(
    `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where relid = 'private.outbox'::regclass`,
  );
  return Number(rows[0]?.read);
}

test("new answers to two requests go to their reader in one email, even if one is not due yet", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.travel("10 minutes");
  await answeredRequest(scene, "Payroll");
  await scene.travel("6 minutes");
  expect(await claim(scene)).toMatchObject([
    { to: alpha.owner.email, titles: ["Annual accounts", "Payroll"] },
  ]);
  await scene.travel("1 hour");
  expect(await claim(scene)).toMatchObject([{ titles: ["Annual accounts", "Payroll"] }]);
});

test("all due digests to one reader are sent as one email", async ({ scene }) => {
  await answeredRequest(scene, "Payroll");
  await answeredRequest(scene, "Tax return");
  await scene.travel("16 minutes");
  expect(await claim(scene)).toMatchObject([
    { titles: ["Annual accounts", "Payroll", "Tax return"] },
  ]);
});

test("the digest of a request with another assignee is a separate email", async ({ scene }) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await assign(scene, requestId, alpha.member);
  await scene.travel("16 minutes");
  const emails = [...(await claim(scene)), ...(await claim(scene))];
  expect(emails).toHaveLength(2);
  expect(emails).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ to: alpha.owner.email, titles: ["Annual accounts"] }),
      expect.objectContaining({ to: alpha.member.email, titles: ["Payroll"] }),
    ]),
  );
});

test("an email about two requests leaves out a request that was canceled after a failed attempt", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await fail(scene, email, 1);
  await scene.as(alpha.owner).rpc("cancel_request", { request_id: requestId, reason: "Sold." });
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  await scene.travel("2 minutes");
  expect(await claim(scene)).toMatchObject([{ id: email?.id, titles: ["Annual accounts"] }]);
});

test("an email about two requests leaves out an answer that was accepted after a failed attempt", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { itemId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await fail(scene, email, 1);
  await scene.as(alpha.owner).rpc("review_item", { item_id: itemId, decision: "accepted" });
  const { rows } = await scene.db.query(
    "select data -> 'item_ids' as items from private.outbox where id = $1",
    [email?.id],
  );
  expect(rows).toEqual([{ items: [alpha.items.file] }]);
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  await scene.travel("2 minutes");
  expect(await claim(scene)).toMatchObject([{ id: email?.id, titles: ["Annual accounts"] }]);
});

test("reassigning a request after an email's failed attempt moves the request to an email to the new assignee", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await fail(scene, email, 1);
  await assign(scene, requestId, alpha.member);
  await scene.travel("2 minutes");
  const emails = [...(await claim(scene)), ...(await claim(scene))];
  expect(emails).toMatchObject([
    { id: email?.id, to: alpha.owner.email, titles: ["Annual accounts"] },
    { to: alpha.member.email, titles: ["Payroll"] },
  ]);
});

test("later answers are not added to an email whose first attempt failed", async ({ scene }) => {
  await scene.travel("16 minutes");
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  const [email] = await claim(scene);
  await fail(scene, email, 1);
  await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const titles = (await claim(scene)).map((found) => found.titles);
  expect(titles).toHaveLength(2);
  expect(titles).toEqual(expect.arrayContaining([["Annual accounts"], ["Payroll"]]));
});

test.for(["before", "after"])(
  "a digest whose attempts failed is not merged with a digest that was queued %s it",
  async (order, { scene }) => {
    const { itemId } = await answeredRequest(scene, "Payroll");
    const refused = order === "after" ? scene.world.alpha.items.file : itemId;
    await scene.db.query(
      `update private.outbox set attempts = 42, last_error = 'status 403'
      where data -> 'item_ids' ? $1::text`,
      [refused],
    );
    await scene.travel("16 minutes");
    const emails = await claim(scene);
    expect(emails).toHaveLength(2);
    expect(emails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ titles: ["Annual accounts"] }),
        expect.objectContaining({ titles: ["Payroll"] }),
      ]),
    );
  },
);

test("if a request is assigned back before its new assignee gets an email, the first reader gets a second email about the request", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await fail(scene, email, 1);
  await assign(scene, requestId, alpha.member);
  await scene.travel("2 minutes");
  const [rest, passedOn] = [...(await claim(scene)), ...(await claim(scene))];
  expect(rest).toMatchObject({ id: email?.id, titles: ["Annual accounts"] });
  await finish(scene, rest, 2, "sent");
  await fail(scene, passedOn, 1);
  await assign(scene, requestId, alpha.owner);
  await scene.travel("2 minutes");
  expect([...(await claim(scene)), ...(await claim(scene))]).toMatchObject([
    { to: alpha.owner.email, titles: ["Payroll"] },
  ]);
});

test("passing a digest on to a new recipient scans neither older emails nor emails that are only about other requests", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.db.query(
    `insert into private.outbox (
      org_id, kind, to_email, request_id, data, dedupe_key, not_before, status, updated_at)
    select org_id, kind, $1, other.id, '{"item_ids":[]}', gen_random_uuid()::text, not_before,
      'sent', private.clock() - interval '1 day'
    from private.outbox, (values ($2::uuid), (null)) other (id), generate_series(1, 2000)
    where request_id = $2`,
    [alpha.member.email, requestId],
  );
  await assign(scene, alpha.requestId, alpha.member);
  await scene.travel("16 minutes");
  await scene.db.query("set local enable_seqscan = off");
  const before = await rowsRead(scene);
  await scene.db.query(
    `select private.pass_on_digest(m) from private.outbox m
    where m.request_id = $1 and m.kind = 'staff_digest'`,
    [alpha.requestId],
  );
  expect((await rowsRead(scene)) - before).toBeLessThan(1000);
});

// S-4.48
test.for([
  [
    "a request that was canceled",
    (scene: Scene, { requestId }: Answered) =>
      scene
        .as(scene.world.alpha.owner)
        .rpc("cancel_request", { request_id: requestId, reason: "Sold." }),
  ],
  [
    "a request that was assigned to another member",
    (scene: Scene, { requestId }: Answered) => assign(scene, requestId, scene.world.alpha.member),
  ],
  [
    "an answer that was accepted",
    (scene: Scene, { itemId }: Answered) =>
      scene
        .as(scene.world.alpha.owner)
        .rpc("review_item", { item_id: itemId, decision: "accepted" }),
  ],
] as const)(
  "an email about two requests leaves out %s after the email was claimed",
  async ([, change], { scene }) => {
    const answered = await answeredRequest(scene, "Payroll");
    await scene.travel("16 minutes");
    const [email] = await claim(scene);
    expect(email).toMatchObject({ titles: ["Annual accounts", "Payroll"] });
    await change(scene, answered);
    expect(await check(scene, email)).toEqual(["Annual accounts"]);
  },
);

// S-4.48
test("an email about two requests is not sent if both were canceled after it was claimed", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  for (const request_id of [requestId, alpha.requestId]) {
    await scene.as(alpha.owner).rpc("cancel_request", { request_id, reason: "Sold." });
  }
  expect(await check(scene, email)).toBeNull();
});

test.for([
  ["mail.sent", "sent"],
  ["mail.failed", "failed"],
] as const)(
  "the event %s of an email about two requests is in the activity of both",
  async ([action, outcome], { scene }) => {
    const { alpha } = scene.world;
    const { requestId } = await answeredRequest(scene, "Payroll");
    await scene.travel("16 minutes");
    const [email] = await claim(scene);
    await check(scene, email);
    await finish(scene, email, 1, outcome);
    const event = { action, entity_id: email?.id, data: { kind: "staff_digest" } };
    expect(await emailEvents(scene, alpha.requestId)).toEqual([event]);
    expect(await emailEvents(scene, requestId)).toEqual([event]);
  },
);

test("the bounce of an email about two requests is in the activity of both, even after one of the answers was accepted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId, itemId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await finish(scene, email, 1, "sent");
  await scene.as(alpha.owner).rpc("review_item", { item_id: itemId, decision: "accepted" });
  await scene.as(service).rpc("record_bounce", { provider_id: "", mail_id: String(email?.id) });
  for (const id of [alpha.requestId, requestId]) {
    const events = await emailEvents(scene, id);
    expect(events.map(({ action }) => action)).toEqual(["mail.sent", "mail.bounced"]);
  }
});

test("an email that leaves out a canceled request is not in that request's activity", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { requestId } = await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [email] = await claim(scene);
  await scene.as(alpha.owner).rpc("cancel_request", { request_id: requestId, reason: "Sold." });
  await check(scene, email);
  await finish(scene, email, 1, "sent");
  expect(await emailEvents(scene, alpha.requestId)).toMatchObject([{ action: "mail.sent" }]);
  expect(await emailEvents(scene, requestId)).toEqual([]);
});

// Operators apply the migrations before they deploy the functions, so the earlier functions still
// run for a while.
test("a delivery function that predates merged emails can read an email about two requests", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await answeredRequest(scene, "Payroll");
  await scene.travel("16 minutes");
  const [row] = await scene.as(service).rows("claim_mail", {});
  const older = z.object({
    client_name: z.string().nullable().default(null),
    items: z.array(
      z.object({ title: z.string(), contact_name: z.string().nullable().default(null) }),
    ),
  });
  expect(row).toMatchObject({ kind: "staff_digest", to_email: alpha.owner.email });
  expect(older.parse(row?.data)).toEqual({
    client_name: "Alpha Client",
    items: [
      { title: "Bank statements", contact_name: "Alpha Contact" },
      { title: "Number of staff", contact_name: "Alpha Contact" },
    ],
  });
});
