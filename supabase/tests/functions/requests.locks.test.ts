import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function openOther(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: inject("databaseUrl") });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin");
  return other;
}

/** Takes the same lock as inserting a row that refers to the request. */
async function refer(scene: Scene, other: pg.Client) {
  const { rows } = await other.query(
    "select id from public.requests where id = $1 for key share nowait",
    [scene.world.alpha.requestId],
  );
  return rows.length;
}

test("changing a request does not block the insertion of rows that refer to it", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const other = await openOther();
  await scene.db.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
  expect(await refer(scene, other)).toBe(1);
  await scene.db.query("select private.replan_org($1)", [alpha.orgId]);
  expect(await refer(scene, other)).toBe(1);
  await expect(
    other.query("select from public.requests where id = $1 for no key update nowait", [
      alpha.requestId,
    ]),
  ).rejects.toMatchObject({ code: "55P03" });
});

test("a reminder whose request is being changed stays scheduled for a later run", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const other = await openOther();
  await other.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
  await scene.travel("12 days");
  await scene.as(service).rpc("queue_reminders", {});
  const { rows } = await scene.db.query(
    "select status, due_at <= private.clock() as is_due from public.reminders where id = $1",
    [alpha.reminderId],
  );
  expect(rows).toEqual([{ status: "scheduled", is_due: true }]);
});

test.for([
  ["an unfinished upload", "fail_uploads", "uploading"],
  ["a file whose inspections failed", "files_to_inspect", "checking"],
] as const)(
  "the status of %s stays the same while its request is being changed, and changes in a later run of %s",
  async ([, call, status], { scene }) => {
    const { alpha } = scene.world;
    const other = await openOther();
    await other.query("select private.lock_request($1, '{open}')", [alpha.requestId]);
    await scene.db.query("update public.files set status = $2 where id = $1", [
      alpha.fileId,
      status,
    ]);
    await scene.db.query("delete from private.inspections");
    await scene.db.query(
      "insert into private.inspections (file_id, tries, not_before) values ($1, 8, private.clock())",
      [alpha.fileId],
    );
    await scene.travel("49 hours");
    const run = async () => {
      await scene.as(service).rows(call, {} as never);
      const { rows } = await scene.db.query("select status from public.files where id = $1", [
        alpha.fileId,
      ]);
      return rows[0]?.status;
    };
    expect(await run()).toBe(status);
    await other.query("rollback");
    expect(await run()).not.toBe(status);
  },
);
