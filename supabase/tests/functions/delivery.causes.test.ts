import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function claim(scene: Scene) {
  const emails = await scene.as(service).rows("claim_mail", {});
  return emails.filter((email) => email.request_id === scene.world.alpha.requestId);
}

async function tryAgain(
  scene: Scene,
  email: Awaited<ReturnType<typeof claim>>[number] | undefined,
) {
  const finished = await scene.as(service).rpc("finish_mail", {
    mail_id: String(email?.mail_id),
    tries: Number(email?.tries),
    outcome: "retry",
    error: "http_503",
  });
  expect(finished).toBe(true);
  await scene.travel("2 minutes");
}

function reportSent(scene: Scene, email: Awaited<ReturnType<typeof claim>>[number] | undefined) {
  return scene.as(service).rpc("finish_mail", {
    mail_id: String(email?.mail_id),
    tries: Number(email?.tries),
    outcome: "sent",
  });
}

const kinds = async (scene: Scene) => (await claim(scene)).map((email) => email.kind);

async function statusOf(scene: Scene, kind: string) {
  const { rows } = await scene.db.query(
    "select status from private.outbox where kind = $1 and request_id = $2",
    [kind, scene.world.alpha.requestId],
  );
  return rows.map((row) => row.status);
}

async function keepOnly(scene: Scene, kind: string) {
  await scene.db.query("delete from private.outbox where kind <> $1 or org_id <> $2", [
    kind,
    scene.world.alpha.orgId,
  ]);
  await scene.travel("16 minutes");
}

function cancel(scene: Scene) {
  const { alpha } = scene.world;
  return scene
    .as(alpha.member)
    .rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
}

// S-4.48
test("an email that fails after its request was canceled is not retried", async ({ scene }) => {
  await keepOnly(scene, "request_sent");
  const [email] = await claim(scene);
  await cancel(scene);
  await tryAgain(scene, email);
  expect(await kinds(scene)).toEqual(["request_cancelled"]);
  expect(await statusOf(scene, "request_sent")).toEqual(["cancelled"]);
});

test("an email interrupted during delivery is not retried after its request is canceled", async ({
  scene,
}) => {
  await keepOnly(scene, "request_sent");
  await claim(scene);
  await cancel(scene);
  await scene.travel("3 minutes");
  expect(await kinds(scene)).toEqual(["request_cancelled"]);
});

test("a completion email that fails after the request was reopened is not retried", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Enough." });
  await keepOnly(scene, "request_completed");
  const [email] = await claim(scene);
  expect(email).toMatchObject({ kind: "request_completed" });
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  await tryAgain(scene, email);
  expect(await kinds(scene)).toEqual(["request_reopened"]);
});

test("a completion email is sent even if the request is archived first", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Enough." });
  await member.rpc("archive_request", { request_id: alpha.requestId });
  await keepOnly(scene, "request_completed");
  expect(await kinds(scene)).toEqual(["request_completed"]);
});

// S-4.48
test("an email about a request is not retried if it fails after the request's firm was deleted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepOnly(scene, "request_sent");
  const [email] = await claim(scene);
  await scene.db.query("update public.orgs set deleted_at = private.clock() where id = $1", [
    alpha.orgId,
  ]);
  await tryAgain(scene, email);
  expect(await claim(scene)).toEqual([]);
  expect(await statusOf(scene, "request_sent")).toEqual(["cancelled"]);
});

test("an email that fails after its contact was removed from the request is not retried", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepOnly(scene, "request_sent");
  const [email] = await claim(scene);
  await scene.db.query("delete from public.request_contacts where contact_id = $1", [
    alpha.contactId,
  ]);
  await tryAgain(scene, email);
  expect(await claim(scene)).toEqual([]);
});

test("a reminder that was being sent when the contact's email address changed is retried only at the new address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  const [email] = await claim(scene);
  expect(email).toMatchObject({ kind: "reminder", to_email: alpha.contact.email });
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    contact_id: alpha.contactId,
    name: "Alpha Contact",
    email: "right@alpha-client.example",
  });
  await tryAgain(scene, email);
  const emails = [...(await claim(scene)), ...(await claim(scene))];
  expect(emails.map(({ kind, to_email }) => ({ kind, to_email }))).toEqual([
    { kind: "request_sent", to_email: "right@alpha-client.example" },
    { kind: "reminder", to_email: "right@alpha-client.example" },
  ]);
  expect(new Set(emails.map((other) => other.dedupe_key)).size).toBe(2);
  const { rows } = await scene.db.query("select status from public.reminders where manual");
  expect(rows).toEqual([{ status: "queued" }]);
});

test("emails that are no longer needed do not delay the due emails after them in the queue", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepOnly(scene, "request_sent");
  await scene.db.query(
    `insert into private.outbox (org_id, kind, to_email, request_id, dedupe_key, not_before)
    select org_id, 'request_completed', to_email, request_id, 'gone ' || n, not_before - interval '1 minute'
    from private.outbox, generate_series(1, 4) n where request_id = $1`,
    [alpha.requestId],
  );
  const emails = await scene.as(service).rows("claim_mail", { max_rows: 1 });
  expect(emails.map((email) => email.kind)).toEqual(["request_sent"]);
  expect(await statusOf(scene, "request_completed")).toEqual(Array(4).fill("cancelled"));
});

test.for(["cancel_request", "complete_request"] as const)(
  "a contact who never received the request gets no email after %s",
  async (end, { scene }) => {
    const { alpha } = scene.world;
    await scene.db.query(
      "delete from private.outbox where kind <> 'request_sent' or contact_id is distinct from $1",
      [alpha.contactId],
    );
    await scene.db.query(
      "update private.outbox set status = 'queued', tries = 0, not_before = private.clock()",
    );
    await scene.db.query("update public.request_contacts set opened_at = null");
    await scene.db.query("update public.items set status = 'open', submitted_at = null");
    const args = { request_id: alpha.requestId, reason: "Sent by mistake" };
    await scene.as(alpha.member).rpc(end, args);
    await scene.travel("10 minutes");
    expect(await scene.as(service).rows("claim_mail", {})).toEqual([]);
    const kind = end === "cancel_request" ? "request_cancelled" : "request_completed";
    expect(await statusOf(scene, kind)).toEqual(["cancelled"]);
  },
);

test("a contact gets no cancellation email if the cancellation stopped the request's first email", async ({
  scene,
}) => {
  await keepOnly(scene, "request_sent");
  await scene.db.query("update public.request_contacts set opened_at = null");
  const claimed = await claim(scene);
  await cancel(scene);
  expect(await kinds(scene)).toEqual([]);
  for (const email of claimed) {
    const args = { mail_id: String(email.mail_id), tries: Number(email.tries) };
    expect(await scene.as(service).rpc("check_mail", args)).toBeNull();
  }
  expect(await kinds(scene)).toEqual([]);
  expect(new Set(await statusOf(scene, "request_cancelled"))).toEqual(new Set(["cancelled"]));
});

test("a contact gets the cancellation email if the request was canceled while its first email was being sent", async ({
  scene,
}) => {
  await keepOnly(scene, "request_sent");
  const [email] = await claim(scene);
  await cancel(scene);
  expect(await kinds(scene)).toEqual([]);
  await reportSent(scene, email);
  expect(await kinds(scene)).toEqual(["request_cancelled"]);
});

test("a contact gets no cancellation email if the request's first email was rejected permanently", async ({
  scene,
}) => {
  await keepOnly(scene, "request_sent");
  await scene.db.query("update public.request_contacts set opened_at = null");
  for (const email of await claim(scene)) {
    await scene.as(service).rpc("finish_mail", {
      mail_id: String(email.mail_id),
      tries: Number(email.tries),
      outcome: "failed",
      error: "http_422",
    });
  }
  await cancel(scene);
  expect(await kinds(scene)).toEqual([]);
});

test("a contact who was not yet notified of a request gets the first email when the request is reopened", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepOnly(scene, "request_sent");
  await scene.db.query("update public.request_contacts set opened_at = null");
  await scene.db.query("update public.items set status = 'open', submitted_at = null");
  const request = { request_id: alpha.requestId };
  const member = scene.as(alpha.member);
  await member.rpc("complete_request", { ...request, reason: "Sent by mistake" });
  await scene.travel("10 minutes");
  expect(await kinds(scene)).toEqual([]);
  await member.rpc("reopen_request", { ...request, note: "One more page, please." });
  const [email, ...others] = await claim(scene);
  expect([email?.kind, others]).toEqual(["request_sent", []]);
  await reportSent(scene, email);
  await cancel(scene);
  expect(await kinds(scene)).toEqual(["request_cancelled"]);
});

test("a contact who opened the request by its link gets the cancellation email, even without an earlier email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'queued', tries = 0");
  await scene.db.query("update public.request_contacts set opened_at = private.clock()");
  await scene
    .as(alpha.member)
    .rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
  const claimed = await scene.as(service).rows("claim_mail", {});
  expect(claimed.map(({ kind, contact_id }) => [kind, contact_id])).toContainEqual([
    "request_cancelled",
    alpha.contactId,
  ]);
});
