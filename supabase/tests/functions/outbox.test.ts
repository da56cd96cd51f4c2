import { expect } from "vitest";
import { test } from "../harness/test.ts";

test("queuing an email again with the same deduplication key adds no second email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const put = () =>
    scene.db.query(
      `select private.enqueue_mail(m) from private.outbox m where m.request_id = $1 limit 1`,
      [alpha.requestId],
    );
  const count = async () =>
    (await scene.db.query("select count(*)::int as emails from private.outbox")).rows[0]?.emails;
  const before = await count();
  await put();
  await put();
  expect(await count()).toBe(before);
});
