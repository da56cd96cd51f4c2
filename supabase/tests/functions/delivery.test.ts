import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function claim(scene: Scene) {
  return scene.as(service).rows("claim_mail", {});
}

async function emptyOutbox(scene: Scene) {
  await scene.db.query("update private.outbox set status = 'sent'");
}

async function returnFile(scene: Scene) {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "Page two is missing.",
  });
}

// S-4.46
test("an email is claimed once, with a lease, and its outcome is recorded only for the holder of the lease", async ({
  scene,
}) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  expect(await claim(scene)).toEqual([]);
  await scene.travel("6 minutes");
  const [email] = await claim(scene);
  expect(email).toMatchObject({
    kind: "decision_digest",
    tries: 1,
    to_name: "Alpha Contact",
    data: {
      items: [{ title: "Bank statements", status: "returned", note: "Page two is missing." }],
    },
  });
  expect(await claim(scene)).toEqual([]);
  const mail_id = String(email?.mail_id);
  const finish = (tries: number) =>
    scene.as(service).rpc("finish_mail", { mail_id, tries, outcome: "sent", provider_id: "p1" });
  expect(await finish(2)).toBe(false);
  expect(await finish(1)).toBe(true);
  expect(await finish(1)).toBe(false);
  const events = await scene
    .as(scene.world.alpha.member)
    .query("select action, data from public.events where entity_id = $1", [mail_id]);
  expect(events).toEqual([
    {
      action: "mail.sent",
      data: { kind: "decision_digest", contact_id: scene.world.alpha.contactId },
    },
  ]);
});

// S-4.47, S-8.38, S-9.11
test("a failed email is retried after one minute, and each later wait is twice as long, up to two hours", async ({
  scene,
}) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  await scene.travel("6 minutes");
  for (const minutes of [1, 2, 4, 8, 16, 32, 64, 120, 120]) {
    const [email] = await claim(scene);
    await scene.as(service).rpc("finish_mail", {
      mail_id: String(email?.mail_id),
      tries: Number(email?.tries),
      outcome: "retry",
      error: "http_500",
    });
    await scene.travel(`${minutes} minutes -1 second`);
    expect(await claim(scene)).toEqual([]);
    await scene.travel("1 second");
  }
});

test("an interrupted delivery of an email counts as a failed attempt", async ({ scene }) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  await scene.travel("6 minutes");
  await scene.db.query("update private.outbox set attempts = 41 where status = 'queued'");
  expect(await claim(scene)).toHaveLength(1);
  await scene.travel("3 minutes");
  expect(await claim(scene)).toEqual([]);
  await scene.travel("2 hours");
  expect(await claim(scene)).toHaveLength(1);
  await scene.travel("3 hours");
  expect(await claim(scene)).toEqual([]);
  const { rows } = await scene.db.query(
    "select status, last_error from private.outbox where kind = 'decision_digest'",
  );
  expect(rows).toEqual([{ status: "dead", last_error: "lease_lost" }]);
});

// S-4.47
test("a rate limit of the email service does not count as a failed attempt", async ({ scene }) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  await scene.travel("6 minutes");
  for (let minute = 1; minute <= 8; minute++) {
    const [email] = await claim(scene);
    expect(email).toMatchObject({ tries: 1 });
    await scene.as(service).rpc("finish_mail", {
      mail_id: String(email?.mail_id),
      tries: 1,
      outcome: "limited",
      error: "http_429",
    });
    expect(await claim(scene)).toEqual([]);
    await scene.travel("61 seconds");
  }
  const { rows } = await scene.db.query(
    "select status, tries, last_error from private.outbox where kind = 'decision_digest'",
  );
  expect(rows).toEqual([{ status: "queued", tries: 0, last_error: "http_429" }]);
});

// S-4.47, S-9.11
test("an email with an expired lease can be claimed again", async ({ scene }) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  await scene.travel("6 minutes");
  await claim(scene);
  await scene.travel("3 minutes");
  expect(await claim(scene)).toMatchObject([{ tries: 2 }]);
});

// S-4.48
test("a digest about a returned item is canceled if the item is accepted before the digest is sent", async ({
  scene,
}) => {
  await emptyOutbox(scene);
  await returnFile(scene);
  await scene.db.query("update public.items set status = 'accepted' where status = 'returned'");
  await scene.travel("6 minutes");
  expect(await claim(scene)).toEqual([]);
  const { rows } = await scene.db.query(
    "select status from private.outbox where kind = 'decision_digest'",
  );
  expect(rows).toEqual([{ status: "cancelled" }]);
});

// S-9.11
test("a digest of undecided answers goes to the request's creator after fifteen minutes if there is no assignee", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from private.outbox where kind <> 'staff_digest'");
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "Bread" },
  });
  await scene.as(alpha.contact).rpc("submit_item", { item_id: alpha.items.text });
  await scene.travel("16 minutes");
  expect(await claim(scene)).toMatchObject([
    {
      kind: "staff_digest",
      to_email: alpha.owner.email,
      to_name: "Alpha Owner",
      contact_id: null,
      data: {
        requests: [
          {
            id: alpha.requestId,
            client_name: "Alpha Client",
            items: [
              { title: "Bank statements", contact_name: "Alpha Contact" },
              { title: "Business activity", contact_name: "Alpha Contact" },
            ],
          },
        ],
      },
    },
  ]);
});

// S-4.50
test("a digest goes to the assignee, or to the owners if there is no assignee and the creator is suspended", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const readers = async () => {
    const { rows } = await scene.db.query("select email from private.staff_readers($1)", [
      alpha.requestId,
    ]);
    return rows.map((row) => row.email);
  };
  await scene.db.query("update public.requests set assignee_id = $1 where id = $2", [
    alpha.member.id,
    alpha.requestId,
  ]);
  expect(await readers()).toEqual([alpha.member.email]);
  await scene.db.query(
    "update public.requests set assignee_id = null, created_by = $1 where id = $2",
    [alpha.suspended.id, alpha.requestId],
  );
  expect(await readers()).toEqual([alpha.owner.email]);
});

test("a user is linked to a contact only if the contact has no other user and still has the emailed address", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  const link = (email: string, user_id = stranger.id) =>
    scene.as(service).rpc("link_contact", { contact_id: alpha.contactId, email, user_id });
  expect(await link(alpha.contact.email)).toBe(false);
  expect(await link(alpha.contact.email, alpha.contact.id)).toBe(true);
  await scene.db.query("update public.contacts set user_id = null where id = $1", [
    alpha.contactId,
  ]);
  expect(await link("someone@else.example")).toBe(false);
  expect(await link(alpha.contact.email.toUpperCase())).toBe(true);
});

test("an invitation's email shows the firm, the role and the inviter", async ({ scene }) => {
  const emails = await claim(scene);
  expect(emails.find((email) => email.kind === "invitation")).toMatchObject({
    to_email: "new@alpha.example",
    to_name: null,
    org_name: "Alpha",
    request_id: null,
    account_id: null,
    account_confirmed: false,
    data: {
      invitation_id: scene.world.alpha.invitationId,
      role: "member",
      inviter_name: "Alpha Owner",
    },
  });
});
