import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/**
 * The reminder was planned for Friday 12 June 2026 at 9:00 in New York. No sweep has handled it
 * yet.
 */
async function beLate(scene: Scene, sentAt = "2026-06-01 10:00Z") {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set time_zone = 'America/New_York' where id = $1", [
    alpha.orgId,
  ]);
  await scene.db.query(
    "update public.requests set due_on = '2026-06-19', sent_at = $2 where id = $1",
    [alpha.requestId, sentAt],
  );
  await scene.db.query("update private.outbox set not_before = $2 where request_id = $1", [
    alpha.requestId,
    sentAt,
  ]);
  await scene.db.query("update public.reminders set due_at = '2026-06-12 13:00Z' where id = $1", [
    alpha.reminderId,
  ]);
}

async function sweepAt(scene: Scene, localTime: string) {
  await scene.db.query(
    `select set_config('dossier.clock',
      ($1::timestamp at time zone 'America/New_York')::text, true)`,
    [localTime],
  );
  await scene.as(service).rpc("queue_reminders", {});
  const { rows } = await scene.db.query(
    `select status, to_char(due_at at time zone 'America/New_York', 'Dy DD HH24:MI') as due
    from public.reminders where id = $1`,
    [scene.world.alpha.reminderId],
  );
  return rows[0];
}

test.for([
  ["half past eleven at night", "2026-06-16 23:30", "Wed 17 09:00"],
  ["the night before a weekend", "2026-06-12 23:30", "Mon 15 09:00"],
  ["Saturday", "2026-06-13 11:00", "Mon 15 09:00"],
  ["Sunday before dawn", "2026-06-14 04:00", "Mon 15 09:00"],
  ["before eight", "2026-06-16 07:59", "Tue 16 09:00"],
  ["eight in the evening", "2026-06-16 20:00", "Wed 17 09:00"],
] as const)(
  "a sweep that runs late (%s) postpones the reminder to the firm's next working morning",
  async ([, at, due], { scene }) => {
    await beLate(scene);
    expect(await sweepAt(scene, at)).toEqual({ status: "scheduled", due });
  },
);

test.for(["2026-06-16 08:00", "2026-06-16 19:59"] as const)(
  "a sweep that runs late, at %s in the firm's time zone, sends the reminder",
  async (at, { scene }) => {
    await beLate(scene);
    expect(await sweepAt(scene, at)).toMatchObject({ status: "queued" });
  },
);

// S-4.38
test("reminders that waited over the weekend are sent on Monday", async ({ scene }) => {
  await beLate(scene);
  await sweepAt(scene, "2026-06-13 11:00");
  expect(await sweepAt(scene, "2026-06-15 09:00")).toMatchObject({ status: "queued" });
});

// S-9.10
test("a late reminder is skipped if the next working morning is more than 60 days after the request was sent", async ({
  scene,
}) => {
  await beLate(scene, "2026-04-15 18:00Z");
  expect(await sweepAt(scene, "2026-06-12 23:30")).toMatchObject({ status: "skipped" });
  const { rows } = await scene.db.query(
    "select action from public.events where entity_id = $1 order by no desc limit 1",
    [scene.world.alpha.reminderId],
  );
  expect(rows).toEqual([{ action: "reminder.skipped" }]);
});
