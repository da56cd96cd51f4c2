import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { foundFirm } from "../harness/new-firm.ts";
import { createPerson, type Person, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const statuses = async ({ db }: Scene, orgId: string, kind = "request_sent") =>
  (
    await db.query<{ to_email: string; status: string }>(
      "select to_email, status from private.outbox where org_id = $1 and kind = $2 order by seq",
      [orgId, kind],
    )
  ).rows;

const count = async (scene: Scene, orgId: string, status: string, kind?: string) =>
  (await statuses(scene, orgId, kind)).filter((email) => email.status === status).length;

async function travelPastMidnight(scene: Scene, orgId: string) {
  await scene.db.query(
    `select set_config(
      'dossier.clock', (private.org_midnight($1, 1) + interval '1 minute')::text, true)`,
    [orgId],
  );
}

async function deliver(scene: Scene): Promise<string[]> {
  const system = scene.as(service);
  while (Number((await system.rpc("release_deferred_mail", {})) ?? 0) > 0) {
    // Each call releases the emails of one firm.
  }
  const sent: string[] = [];
  for (;;) {
    const claimed = await system.rows("claim_mail", { max_rows: 100 });
    if (claimed.length === 0) return sent;
    for (const email of claimed) {
      sent.push(String(email.to_email));
      await system.rpc("finish_mail", {
        mail_id: String(email.mail_id),
        tries: Number(email.tries),
        outcome: "sent",
      });
    }
  }
}

async function open(scene: Scene, email: string, contactId: string, requestId: string) {
  const person: Person = await createPerson(scene.db, "Reader", email);
  await scene.as(service).rpc("link_contact", { contact_id: contactId, email, user_id: person.id });
  const { rows } = await scene.db.query("select public_id from public.requests where id = $1", [
    requestId,
  ]);
  await scene.as(person).rpc("open_request", { public_id: rows[0].public_id });
}

// S-4.45
test("the first emails of a new firm's 150 requests are sent 50 a day, oldest first, and none is lost", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  const addresses = Array.from({ length: 150 }, (_, no) => `client${no}@gamma.example`);
  for (const address of addresses) await ask(address);
  const ofFirm = (sent: string[]) =>
    sent.filter((to) => /^client.*@gamma.example$/.test(to)).sort();
  expect(ofFirm(await deliver(scene))).toEqual(addresses.slice(0, 50).sort());
  expect(ofFirm(await deliver(scene))).toEqual([]);
  await travelPastMidnight(scene, orgId);
  expect(ofFirm(await deliver(scene))).toEqual(addresses.slice(50, 100).sort());
  expect(ofFirm(await deliver(scene))).toEqual([]);
  await travelPastMidnight(scene, orgId);
  expect(ofFirm(await deliver(scene))).toEqual(addresses.slice(100).sort());
  expect(await count(scene, orgId, "sent")).toBe(150);
}, 120_000);

test("deferring an email records one event, even if the email is deferred again the next day", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
    orgId,
  ]);
  const { requestId, contactId } = await ask("one@gamma.example");
  await travelPastMidnight(scene, orgId);
  await deliver(scene);
  const { rows } = await scene.db.query(
    "select request_id, actor_kind, data from public.events where action = 'email.deferred'",
  );
  expect(rows).toEqual([
    {
      request_id: requestId,
      actor_kind: "system",
      data: { kind: "request_sent", contact_id: contactId },
    },
  ]);
});

// S-4.41
test("an email to a contact who opened a request does not count toward the firm's budget, and five such contacts make a week-old firm trusted", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  const limit = async () =>
    (await scene.db.query("select private.first_email_limit($1) as n", [orgId])).rows[0]?.n;
  for (let no = 0; no < 5; no += 1) {
    const { requestId, contactId } = await ask(`client${no}@gamma.example`);
    await open(scene, `client${no}@gamma.example`, contactId, requestId);
  }
  expect(await limit()).toBe(50);
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
    orgId,
  ]);
  await ask("client1@gamma.example");
  expect(await count(scene, orgId, "deferred")).toBe(0);
  await ask("stranger@gamma.example");
  expect(await count(scene, orgId, "deferred")).toBe(1);
  await scene.db.query("delete from private.org_limits where org_id = $1", [orgId]);
  await scene.travel("7 days");
  expect(await limit()).toBe(1000);
});

test("an email to a corrected address counts as a first email, even for an opened request", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  const { requestId, contactId, clientId } = await ask("mine@gamma.example");
  await deliver(scene);
  await open(scene, "mine@gamma.example", contactId, requestId);
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
    orgId,
  ]);
  await scene.as(owner).rpc("save_contact", {
    org_id: orgId,
    client_id: clientId,
    contact_id: contactId,
    name: "Contact",
    email: "victim@elsewhere.example",
  });
  expect(await statuses(scene, orgId)).toEqual([
    { to_email: "mine@gamma.example", status: "sent" },
    { to_email: "victim@elsewhere.example", status: "deferred" },
  ]);
});

test("correcting the email address of a queued first email counts as another first email", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  const { contactId, clientId } = await ask("mine@gamma.example");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 1)", [
    orgId,
  ]);
  await scene.as(owner).rpc("save_contact", {
    org_id: orgId,
    client_id: clientId,
    contact_id: contactId,
    name: "Contact",
    email: "victim@elsewhere.example",
  });
  expect(await statuses(scene, orgId)).toEqual([
    { to_email: "victim@elsewhere.example", status: "deferred" },
  ]);
});

// S-4.41
test("new firms together can send an email address at most five first emails a day, and a trusted firm can send it one more", async ({
  scene,
}) => {
  const victim = "victim@elsewhere.example";
  for (const slug of ["gamma", "delta", "epsilon", "zeta", "eta"]) {
    const { orgId, ask } = await foundFirm(scene, slug);
    await ask(victim);
    expect(await count(scene, orgId, "queued")).toBe(1);
  }
  const sixth = await foundFirm(scene, "theta");
  await sixth.ask(victim);
  expect(await count(scene, sixth.orgId, "deferred")).toBe(1);
  await sixth.ask("other@elsewhere.example");
  expect(await count(scene, sixth.orgId, "queued")).toBe(1);
  const trusted = await foundFirm(scene, "iota");
  await scene.db.query("insert into private.org_limits (org_id, is_trusted) values ($1, true)", [
    trusted.orgId,
  ]);
  await trusted.ask(victim);
  expect(await count(scene, trusted.orgId, "queued")).toBe(1);
  await travelPastMidnight(scene, sixth.orgId);
  await scene.travel("1 day");
  expect(await deliver(scene)).toContain(victim);
  expect(await count(scene, sixth.orgId, "deferred")).toBe(0);
});

test("emails about requests count toward an email address's limit of five a day until the contact opens a request", async ({
  scene,
}) => {
  const { orgId, ask } = await foundFirm(scene, "gamma");
  const { requestId, contactId } = await ask("victim@elsewhere.example");
  const tell = (kind: string) =>
    scene.db.query(
      `select private.mail_recipients(r, $2, '0') from public.requests r where r.id = $1`,
      [requestId, kind],
    );
  const bump = () =>
    scene.db.query("update public.requests set version = version + 1 where id = $1", [requestId]);
  for (let no = 0; no < 5; no += 1) {
    await bump();
    await tell("request_reopened");
  }
  expect(await count(scene, orgId, "queued", "request_reopened")).toBe(4);
  expect(await count(scene, orgId, "deferred", "request_reopened")).toBe(1);
  await open(scene, "victim@elsewhere.example", contactId, requestId);
  await bump();
  await tell("request_reopened");
  expect(await count(scene, orgId, "queued", "request_reopened")).toBe(5);
});

test("emails from a trusted firm never count toward an email address's daily limit", async ({
  scene,
}) => {
  const trusted = await foundFirm(scene, "iota");
  await scene.db.query("insert into private.org_limits (org_id, is_trusted) values ($1, true)", [
    trusted.orgId,
  ]);
  for (let no = 0; no < 6; no += 1) await trusted.ask("busy@elsewhere.example");
  const { orgId, ask } = await foundFirm(scene, "gamma");
  await ask("busy@elsewhere.example");
  expect(await count(scene, orgId, "queued")).toBe(1);
});

test("changing the time zone does not reset the firm's daily email budget", async ({ scene }) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 1)", [
    orgId,
  ]);
  await ask("one@gamma.example");
  for (const timeZone of ["Pacific/Kiritimati", "Asia/Kolkata", "America/Los_Angeles"]) {
    await scene.as(owner).rpc("update_org", {
      org_id: orgId,
      name: "gamma",
      slug: "gamma",
      reply_email: "owner@gamma.example",
      time_zone: timeZone,
    });
    await ask(`${timeZone.length}@gamma.example`);
  }
  expect(await count(scene, orgId, "queued")).toBe(1);
});

// S-4.41
test("a firm can send at most twenty invitations a day, and revoked invitations count toward this limit", async ({
  scene,
}) => {
  const { orgId, owner } = await foundFirm(scene, "gamma");
  for (let no = 0; no < 22; no += 1) {
    const { id } = await scene.as(owner).rpc("create_invitation", {
      org_id: orgId,
      email: `victim${no}@elsewhere.example`,
      role: "member",
    });
    if (no < 20) await scene.as(owner).rpc("revoke_invitation", { invitation_id: String(id) });
  }
  expect(await count(scene, orgId, "deferred", "invitation")).toBe(2);
  await travelPastMidnight(scene, orgId);
  expect((await deliver(scene)).filter((to) => to.endsWith("@elsewhere.example")).sort()).toEqual([
    "victim20@elsewhere.example",
    "victim21@elsewhere.example",
  ]);
});

test("an invitation can be resent at most five times, and not within ten minutes of the last email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const resend = () =>
    scene.as(alpha.owner).rpc("resend_invitation", { invitation_id: alpha.invitationId });
  expect(await refusal(resend())).toMatchObject({
    status: "409",
    code: "too_soon",
    detail: { time_zone: "Europe/London" },
  });
  for (let no = 0; no < 5; no += 1) {
    await scene.travel("10 minutes");
    await resend();
  }
  await scene.travel("1 day");
  expect(await refusal(resend())).toMatchObject({
    code: "limit_reached",
    detail: { limit: 5, what: "resends" },
  });
  // This test delivers no emails, so each resend cancels the previous email while it is queued.
  const all = await statuses(scene, alpha.orgId, "invitation");
  expect(all.filter((email) => email.status !== "cancelled")).toHaveLength(1);
});

// S-8.26
test("later emails about a request are not sent before the request's first email", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
    orgId,
  ]);
  const { requestId } = await ask("one@gamma.example");
  const remind = () => scene.as(owner).rpc("remind_contacts", { request_id: requestId });
  const value = async (expression: string) =>
    (await scene.db.query(`select to_jsonb(${expression}) as value`)).rows[0].value;
  const midnight = () => value(`private.org_midnight('${orgId}', 1)`);
  expect(await refusal(remind())).toMatchObject({
    status: "409",
    code: "email_budget",
    detail: { next_at: await midnight(), time_zone: "Europe/London" },
  });
  // The first email is due but not sent. The error must contain the current time, not the next
  // midnight.
  await travelPastMidnight(scene, orgId);
  expect(await refusal(remind())).toMatchObject({
    code: "email_budget",
    detail: { next_at: await value("private.clock()") },
  });
  const { rows } = await scene.db.query("select id from public.items where request_id = $1", [
    requestId,
  ]);
  await scene.db.query(`select private.mail_decision(i) from public.items i where i.id = $1`, [
    rows[0].id,
  ]);
  expect(await count(scene, orgId, "deferred", "decision_digest")).toBe(1);
});

test("if a request is canceled while its first email is deferred, the email is never sent and does not count toward the firm's budget", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 0)", [
    orgId,
  ]);
  const { requestId } = await ask("one@gamma.example");
  await ask("two@gamma.example");
  await scene.as(owner).rpc("cancel_request", { request_id: requestId, reason: "A mistake" });
  await scene.db.query("update private.org_limits set first_emails = 1 where org_id = $1", [orgId]);
  await travelPastMidnight(scene, orgId);
  expect((await deliver(scene)).filter((to) => to.endsWith("@gamma.example"))).toEqual([
    "two@gamma.example",
  ]);
});

test("staff see the number of requests whose first email is deferred, and whether the first email of a single request is deferred", async ({
  scene,
}) => {
  const { orgId, owner, ask } = await foundFirm(scene, "gamma");
  await scene.db.query("insert into private.org_limits (org_id, first_emails) values ($1, 1)", [
    orgId,
  ]);
  const first = await ask("one@gamma.example");
  await ask("two@gamma.example");
  await ask("three@gamma.example");
  const budget = (requestId?: string) =>
    scene.as(owner).rpc("get_email_budget", {
      org_id: orgId,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    });
  expect(await budget()).toMatchObject({
    first_emails: 1,
    requests_waiting: 2,
    invitations: 20,
    invitations_waiting: 0,
  });
  expect(await budget(first.requestId)).toMatchObject({ requests_waiting: 0 });
  for (const person of [scene.world.beta.owner, scene.world.alpha.contact, scene.world.stranger]) {
    expect(
      await refusal(scene.as(person).rpc("get_email_budget", { org_id: orgId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});
