import { afterEach, beforeEach, expect, vi } from "vitest";
import { deliver, deliverFor, EmailService } from "../harness/delivery.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

let emails: EmailService;
let lines: string[];

beforeEach(() => {
  emails = new EmailService();
  lines = [];
  vi.spyOn(console, "error").mockImplementation((line) => lines.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

async function queueInvitations(scene: Scene, count: number) {
  await scene.db.query("delete from private.outbox");
  await scene.db.query(
    `insert into private.outbox (org_id, kind, to_email, data, dedupe_key, not_before)
    select i.org_id, 'invitation', 'person' || n || '@alpha.example',
      jsonb_build_object('invitation_id', i.id), 'invitation:' || n, private.clock()
    from public.invitations i, generate_series(1, $2) n where i.id = $1`,
    [scene.world.alpha.invitationId, count],
  );
  return Array.from({ length: count }, (_, index) => `person${index + 1}@alpha.example`).sort();
}

async function deliverHourly(scene: Scene, hours: number) {
  for (let hour = 0; hour < hours; hour += 1) {
    await deliver(scene, emails);
    await scene.travel("1 hour");
  }
}

async function statuses(scene: Scene) {
  const { rows } = await scene.db.query("select distinct status from private.outbox");
  return rows.map((row) => row.status);
}

async function keepAnnouncement(scene: Scene) {
  await scene.db.query(
    "delete from private.outbox where kind <> 'request_sent' or request_id is distinct from $1",
    [scene.world.alpha.requestId],
  );
}

test.for([1, 3, 30])(
  "the worker delivers each of %i due emails once after the email service returned 429 for an hour",
  async (count, { scene }) => {
    const expected = await queueInvitations(scene, count);
    emails.outage = () => Response.json({}, { status: 429, headers: { "retry-after": "2" } });
    for (let run = 0; run < 12; run += 1) {
      await deliver(scene, emails);
      await scene.travel("5 minutes");
    }
    expect(emails.recipients).toEqual([]);
    expect(await statuses(scene)).toEqual(["queued"]);
    emails.outage = undefined;
    await deliverFor(scene, emails, 6);
    expect(emails.recipients.sort()).toEqual(expected);
    expect(emails.repeats).toBe(0);
    expect(await statuses(scene)).toEqual(["sent"]);
  },
);

test.for([1, 3, 30])(
  "the worker sends %i due emails in the same run if only the first request gets a 429 response",
  async (count, { scene }) => {
    const expected = await queueInvitations(scene, count);
    emails.outage = () => {
      emails.outage = undefined;
      return Response.json({}, { status: 429, headers: { "retry-after": "2" } });
    };
    expect(await deliver(scene, emails)).toEqual({ sent: count, retried: 0, failed: 0 });
    expect(emails.recipients.sort()).toEqual(expected);
  },
);

// S-4.47
test.for([
  [1, "503"],
  [3, "503"],
  [12, "503"],
  [12, "401"],
  [1, "network"],
  [12, "network"],
] as const)(
  "the worker delivers each of %i emails once after a day without the email service (%s)",
  async ([count, error], { scene }) => {
    const expected = await queueInvitations(scene, count);
    emails.outage = () => {
      if (error === "network") throw new TypeError("connection refused");
      return Response.json({}, { status: Number(error) });
    };
    await deliverHourly(scene, 24);
    expect(emails.recipients).toEqual([]);
    emails.outage = undefined;
    await deliverHourly(scene, 4);
    expect(emails.recipients.sort()).toEqual(expected);
    expect(emails.repeats).toBe(0);
    expect(await statuses(scene)).toEqual(["sent"]);
  },
);

test.for([1, 12])(
  "the worker sends %i emails again with the same keys after the responses are lost, and each email arrives once",
  async (count, { scene }) => {
    const expected = await queueInvitations(scene, count);
    emails.losesAnswers = true;
    await deliverFor(scene, emails, 3);
    expect(await statuses(scene)).toEqual(["queued"]);
    emails.losesAnswers = false;
    await deliverFor(scene, emails, 6);
    expect(emails.repeats).toBeGreaterThan(0);
    expect(emails.recipients.sort()).toEqual(expected);
    expect(await statuses(scene)).toEqual(["sent"]);
  },
);

// S-4.47
test("delivery pauses for one to five minutes, and counts no attempt, while every email fails in the same way", async ({
  scene,
}) => {
  await queueInvitations(scene, 30);
  emails.outage = () => Response.json({}, { status: 503 });
  await deliverFor(scene, emails, 30);
  // The worker tries after 0, 1, 3, 7, 12, 17, 22 and 27 minutes, and stops each time after a few
  // emails.
  expect(lines.filter((line) => line.startsWith("email paused"))).toEqual(
    [60, 120, 240, 300, 300, 300, 300, 300].map((wait) => `email paused for ${wait} s: http_503`),
  );
  expect(emails.posts).toBeLessThanOrEqual(8 * 12);
  const { rows } = await scene.db.query("select distinct attempts, tries from private.outbox");
  expect(rows).toEqual([{ attempts: 0, tries: 0 }]);
  expect((await scene.db.query("select private.mail_runs() as runs")).rows).toEqual([{ runs: 0 }]);
});

test("the delivery log states how many emails were rejected and why, without the email addresses", async ({
  scene,
}) => {
  await queueInvitations(scene, 2);
  emails.outage = () => Response.json({ message: "person1@alpha.example" }, { status: 500 });
  await deliver(scene, emails);
  expect(lines).toEqual(["email refused: http_500 x2"]);
});

test("emails that the service rejects again and again do not delay other emails", async ({
  scene,
}) => {
  const expected = await queueInvitations(scene, 30);
  const poisoned = new Set(expected.slice(0, 4));
  emails.outage = (email) =>
    poisoned.has(email.to) ? Response.json({}, { status: 500 }) : undefined;
  await deliverFor(scene, emails, 5);
  expect(emails.recipients.sort()).toEqual(expected.filter((to) => !poisoned.has(to)));
  // If only rejected emails are left, each run assumes an outage and pauses, so a new email waits
  // at most five minutes.
  await deliverFor(scene, emails, 60);
  await scene.db.query(
    `insert into private.outbox (org_id, kind, to_email, data, dedupe_key, not_before)
    select org_id, kind, 'late@alpha.example', data, 'late', private.clock()
    from private.outbox limit 1`,
  );
  await deliverFor(scene, emails, 6);
  expect(emails.recipients).toContain("late@alpha.example");
});

// S-4.46
test("a stream of notices to rejected email addresses does not delay other emails", async ({
  scene,
}) => {
  const expected = await queueInvitations(scene, 12);
  let change = 0;
  const notify = async () => {
    for (const last = change + 20; change < last; change += 1) {
      await scene.as(service).rpc("queue_account_notice", {
        notice: "password_changed",
        cause: `change ${change}`,
        emails: [`person${change % 4}@refused.example`],
      });
    }
  };
  emails.outage = (email) =>
    email.to.endsWith("@refused.example") ? Response.json({}, { status: 500 }) : undefined;
  await notify();
  await deliver(scene, emails);
  await scene.travel("1 minute");
  await notify();
  await deliver(scene, emails);
  expect(emails.recipients.sort()).toEqual(expected);

  // By now, these addresses are known to be rejected, so their emails do not look like an outage.
  lines.length = 0;
  for (let minute = 0; minute < 10; minute += 1) {
    await notify();
    await deliver(scene, emails);
    await scene.travel("1 minute");
  }
  expect(lines.filter((line) => line.startsWith("email paused"))).toEqual([]);
});

test("notices that the service rejects again and again do not delay the emails after them in the queue", async ({
  scene,
}) => {
  const expected = await queueInvitations(scene, 12);
  for (let change = 0; change < 12; change += 1) {
    await scene.as(service).rpc("queue_account_notice", {
      notice: "factor_added",
      cause: `change ${change}`,
      emails: ["refused@alpha.example"],
    });
  }
  emails.outage = (email) =>
    email.to === "refused@alpha.example" ? Response.json({}, { status: 500 }) : undefined;
  await deliverFor(scene, emails, 15);
  expect(emails.recipients.sort()).toEqual(expected);
});

// S-4.47, S-8.38, S-9.11
test("an email that failed for 72 hours is not retried, but is in the list of dead emails and can be requeued", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await queueInvitations(scene, 1);
  emails.outage = () => Response.json({}, { status: 503 });
  const start = await scene.db.query("select private.clock() as at");
  await deliverHourly(scene, 71);
  expect(await statuses(scene)).toEqual(["queued"]);
  await deliverHourly(scene, 36);
  expect(await statuses(scene)).toEqual(["dead"]);
  const system = scene.as(service);
  const [dead] = await system.rows("dead_emails", {});
  expect(dead).toMatchObject({ org_name: "Alpha", kind: "invitation", last_error: "http_503" });
  expect(JSON.stringify(dead)).not.toContain("@");
  expect(Number(dead?.given_up_at) - Number(start.rows[0]?.at)).toBeGreaterThan(72 * 3_600_000);
  emails.outage = undefined;
  await deliverFor(scene, emails, 3);
  expect(emails.recipients).toEqual([]);
  expect(await system.rpc("requeue_email", {})).toBe(1);
  expect(await system.rpc("requeue_email", {})).toBe(0);
  expect(await deliver(scene, emails)).toEqual({ sent: 1, retried: 0, failed: 0 });
  const { rows } = await scene.db.query(
    "select action from public.events where org_id = $1 and action like 'mail.%' order by id",
    [alpha.orgId],
  );
  expect(rows.map((row) => row.action)).toEqual(["mail.failed", "mail.requeued", "mail.sent"]);
});

test.for(["http_503", "network"])(
  "the worker never sends a request's first email after the request was canceled during an outage (%s)",
  async (error, { scene }) => {
    const { alpha } = scene.world;
    await keepAnnouncement(scene);
    emails.outage = () => {
      if (error === "network") throw new TypeError("connection refused");
      return Response.json({}, { status: 503 });
    };
    await deliverFor(scene, emails, 30);
    await scene
      .as(alpha.member)
      .rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
    await deliverFor(scene, emails, 30);
    emails.outage = undefined;
    await deliverFor(scene, emails, 240);
    // After a network error, the first email may have arrived, so the contact gets an email about
    // the cancellation.
    expect([...emails.accepted.keys()].map((key) => key.split(":")[0])).toEqual(
      error === "network" ? ["request_cancelled"] : [],
    );
  },
);

// S-4.48
test("a request's first email is not retried if the request is canceled during the first attempt", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepAnnouncement(scene);
  emails.outage = async () => {
    emails.outage = undefined;
    await scene
      .as(alpha.member)
      .rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
    return Response.json({}, { status: 429, headers: { "retry-after": "2" } });
  };
  await deliverFor(scene, emails, 240);
  expect(emails.recipients).toEqual([]);
});

test("canceling a request drops its failed first email, which then cannot be requeued", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await keepAnnouncement(scene);
  await scene.db.query("update private.outbox set status = 'dead', attempts = 43");
  await scene
    .as(alpha.member)
    .rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
  expect(await scene.as(service).rpc("requeue_email", {})).toBe(0);
  await deliverFor(scene, emails, 3);
  expect([...emails.accepted.keys()].filter((key) => key.startsWith("request_sent"))).toEqual([]);
});

test.for(["queued", "deferred", "dead"])(
  "the worker never sends a %s email that the operator canceled",
  async (status, { scene }) => {
    await queueInvitations(scene, 2);
    await scene.db.query("update private.outbox set status = $1", [status]);
    const { rows } = await scene.db.query("select id, to_email from private.outbox order by seq");
    const cancel = () => scene.as(service).rpc("cancel_email", { email_id: rows[0].id });
    expect(await cancel()).toBe(true);
    expect(await cancel()).toBe(false);
    await scene.as(service).rpc("requeue_email", {});
    await scene.as(service).rpc("release_deferred_mail", {});
    await deliverFor(scene, emails, 2);
    expect(emails.recipients).toEqual([rows[1].to_email]);
    const { rows: events } = await scene.db.query(
      "select entity_id from public.events where action = 'mail.cancelled'",
    );
    expect(events).toEqual([{ entity_id: rows[0].id }]);
  },
);

test("requeuing a failed reminder email also sets the reminder's status back to queued", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  emails.outage = () => Response.json({}, { status: 422 });
  expect(await deliver(scene, emails)).toMatchObject({ failed: 1 });
  const reminder = async () =>
    (await scene.db.query("select status from public.reminders where manual")).rows[0]?.status;
  expect(await reminder()).toBe("failed");
  emails.outage = undefined;
  await scene.as(service).rpc("requeue_email", {});
  expect(await reminder()).toBe("queued");
  await deliver(scene, emails);
  expect(await reminder()).toBe("sent");
});

test.for(["queued", "deferred"])(
  "canceling a %s reminder email skips the reminder",
  async (status, { scene }) => {
    const { alpha } = scene.world;
    await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
    const { rows } = await scene.db.query(
      `update private.outbox m set status = $1 from public.reminders r
    where r.manual and r.id::text = m.data ->> 'reminder_id' returning m.id`,
      [status],
    );
    expect(await scene.as(service).rpc("cancel_email", { email_id: rows[0].id })).toBe(true);
    const reminders = await scene.db.query("select status from public.reminders where manual");
    expect(reminders.rows).toEqual([{ status: "skipped" }]);
  },
);
