import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function reminders(scene: Scene) {
  const { alpha } = scene.world;
  return scene
    .as(alpha.member)
    .query("select seq, status, manual from public.reminders where request_id = $1 order by seq", [
      alpha.requestId,
    ]);
}

/** Runs the sweep at the next 10:00 on a working day in the firm's time zone. */
async function queue(scene: Scene) {
  await scene.db.query(
    `select set_config('dossier.clock', min(at)::text, true)
    from generate_series(0, 4) n,
      lateral (select (private.clock() at time zone 'Europe/London')::date + n as day) d,
      lateral (select (d.day + time '10:00') at time zone 'Europe/London' as at) m
    where extract(isodow from d.day) < 6 and at >= private.clock()`,
  );
  return scene.as(service).rpc("queue_reminders", {});
}

// S-4.37, S-9.10
test("reminders are planned relative to the due date, at nine in the firm's time zone, never on weekends", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  // The due date is a Friday. The reminder one day later moves from Saturday to Monday.
  await scene.db.query(
    "update public.requests set due_on = '2026-06-19', sent_at = '2026-06-01 10:00Z' where id = $1",
    [alpha.requestId],
  );
  const { rows } = await scene.db.query(
    `with recursive plan as (
      select 1 as no, private.next_reminder_at(r, '2026-06-01 10:00Z') as at
      from public.requests r where r.id = $1
      union all
      select p.no + 1, private.next_reminder_at(r, p.at)
      from plan p, public.requests r where r.id = $1 and p.no < 30 and p.at is not null
    )
    select to_char(at at time zone 'Europe/London', 'Dy DD Mon HH24:MI') as at from plan
    where at is not null`,
    [alpha.requestId],
  );
  expect(rows.slice(0, 6).map((row) => row.at)).toEqual([
    "Fri 12 Jun 09:00",
    "Tue 16 Jun 09:00",
    "Thu 18 Jun 09:00",
    "Mon 22 Jun 09:00",
    "Wed 24 Jun 09:00",
    "Mon 29 Jun 09:00",
  ]);
  expect(rows.at(-1)?.at).toBe("Thu 30 Jul 09:00");
});

test.for([
  // The due date is a Sunday.
  ["2026-06-14", ["Thu 11 Jun", "Fri 12 Jun", "Mon 15 Jun", "Fri 19 Jun"]],
  // The due date is a Monday.
  ["2026-06-15", ["Fri 12 Jun", "Tue 16 Jun", "Mon 22 Jun", "Wed 24 Jun"]],
] as const)(
  "for the due date %s, reminders before it move from the weekend to Friday, and reminders after it to Monday",
  async ([due, expected], { scene }) => {
    const { alpha } = scene.world;
    await scene.db.query(
      "update public.requests set due_on = $2, sent_at = '2026-06-01 10:00Z' where id = $1",
      [alpha.requestId, due],
    );
    const { rows } = await scene.db.query(
      `with recursive plan as (
      select 1 as no, private.next_reminder_at(r, '2026-06-10 10:00Z') as at
      from public.requests r where r.id = $1
      union all
      select p.no + 1, private.next_reminder_at(r, p.at)
      from plan p, public.requests r where r.id = $1 and p.no < 4
    )
    select to_char(at at time zone 'Europe/London', 'Dy DD Mon') as at from plan`,
      [alpha.requestId],
    );
    expect(rows.map((row) => row.at)).toEqual(expected);
  },
);

test("reminders stay at nine in the firm's time zone, even if the clocks change there", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set time_zone = 'America/New_York' where id = $1", [
    alpha.orgId,
  ]);
  // In New York, clocks go forward on Sunday 8 March 2026, between the first two reminders.
  await scene.db.query(
    "update public.requests set due_on = '2026-03-09', sent_at = '2026-02-20 10:00Z' where id = $1",
    [alpha.requestId],
  );
  const { rows } = await scene.db.query(
    `select to_char(private.next_reminder_at(r, after) at time zone 'utc', 'Dy DD Mon HH24:MI') as at
    from public.requests r, unnest('{2026-03-05 00:00Z,2026-03-09 00:00Z}'::timestamptz[]) after
    where r.id = $1 order by after`,
    [alpha.requestId],
  );
  expect(rows.map((row) => row.at)).toEqual(["Fri 06 Mar 14:00", "Tue 10 Mar 13:00"]);
});

// S-4.38
test("a due reminder becomes an email, and the next reminder is planned", async ({ scene }) => {
  await scene.travel("12 days");
  expect(await queue(scene)).toBe(2);
  expect(await queue(scene)).toBe(0);
  expect(await reminders(scene)).toEqual([
    { seq: 1, status: "queued", manual: false },
    { seq: 2, status: "scheduled", manual: false },
  ]);
  const email = (await scene.as(service).rows("claim_mail", {})).find(
    (row) => row.kind === "reminder" && row.contact_id === scene.world.alpha.contactId,
  );
  await scene.as(service).rpc("finish_mail", {
    mail_id: String(email?.mail_id),
    tries: 1,
    outcome: "sent",
    provider_id: "p1",
  });
  expect((await reminders(scene))[0]).toMatchObject({ status: "sent" });
});

test.for([
  ["the request's reminders are paused", "update public.requests set reminders_paused = true"],
  ["no required item is open", "update public.items set status = 'waived' where required"],
  ["the contact's email bounced", "update public.contacts set status = 'bounced'"],
  [
    "the request is complete",
    "update public.requests set status = 'complete', closed_at = now() where status = 'open'",
  ],
  [
    "the request was canceled",
    "update public.requests set status = 'cancelled', closed_at = now(), close_reason = 'No need.' where status = 'open'",
  ],
] as const)("no reminder is sent if %s", async ([, change], { scene }) => {
  await scene.db.query(change);
  await scene.travel("12 days");
  expect(await queue(scene)).toBeGreaterThan(0);
  const [first] = await reminders(scene);
  expect(first).toMatchObject({ status: "skipped" });
});

// S-9.21
test("a late sweep queues one reminder, and repeating the sweep queues no second reminder", async ({
  scene,
}) => {
  await scene.travel("20 days");
  await queue(scene);
  await queue(scene);
  const emails = await scene.db.query(
    `select dedupe_key from private.outbox where kind = 'reminder' and request_id = $1`,
    [scene.world.alpha.requestId],
  );
  expect(emails.rows).toHaveLength(1);
  expect((await reminders(scene)).map((row) => row.status)).toEqual(["queued", "scheduled"]);
});

// S-1.11, S-9.10
test("at most eight reminders are planned, and none later than 60 days after sending", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  for (let day = 0; day < 70; day++) {
    await scene.travel("1 day");
    await queue(scene);
  }
  const sent = (await reminders(scene)).filter((row) => row.status === "queued");
  expect(sent).toHaveLength(8);
  expect((await reminders(scene)).some((row) => row.status === "scheduled")).toBe(false);
  expect(alpha.requestId).toBeTruthy();
});

// S-4.39, S-9.10
test("staff can send a manual reminder at most once in 24 hours", async ({ scene }) => {
  const { alpha, beta } = scene.world;
  const args = { request_id: alpha.requestId };
  expect(await scene.as(alpha.member).rpc("remind_contacts", args)).toEqual({ queued: 1 });
  expect(await refusal(scene.as(alpha.admin).rpc("remind_contacts", args))).toMatchObject({
    status: "409",
    code: "too_soon",
    detail: { next_at: expect.any(String), time_zone: "Europe/London" },
  });
  await scene.travel("25 hours");
  expect(await scene.as(alpha.member).rpc("remind_contacts", args)).toEqual({ queued: 1 });
  expect(await refusal(scene.as(beta.owner).rpc("remind_contacts", args))).toMatchObject({
    code: "not_found",
  });
});

test("the events of a planned reminder contain the time for which it was planned", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.travel("12 days");
  await queue(scene);
  await scene.travel("13 days");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  const { rows } = await scene.db.query(
    `select r.manual, e.action, (e.data ->> 'due_at')::timestamptz = r.due_at as is_planned_time
    from public.events e join public.reminders r on r.id = e.entity_id
    where e.request_id = $1 and e.action in ('reminder.queued', 'reminder.scheduled')
    order by e.no`,
    [alpha.requestId],
  );
  expect(rows).toContainEqual({
    manual: false,
    action: "reminder.queued",
    is_planned_time: true,
  });
  expect(rows).toContainEqual({
    manual: false,
    action: "reminder.scheduled",
    is_planned_time: true,
  });
  expect(rows.filter(({ manual }) => manual)).toEqual([
    { manual: true, action: "reminder.queued", is_planned_time: null },
  ]);
});
