import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

const REFUSED = {
  status: "422",
  code: "validation_failed",
  detail: { field: "page_key", rule: "format" },
};

const ID = "11111111-1111-4111-8111-111111111111";

test.for(["", "tomorrow", "2026-13-01", "2026-02-30", "2026-11-27T10:00:00.000000Z", "infinity"])(
  "a list that is ordered by due date refuses the page key %j",
  async (page_key, { scene }) => {
    const { alpha } = scene.world;
    const call = scene.as(alpha.member).rows("list_requests", {
      org_id: alpha.orgId,
      in_status: "open",
      page_key,
      page_id: ID,
    });
    expect(await refusal(call)).toEqual(REFUSED);
  },
);

test.for(["", "2026-11-27", "2026-13-27T10:00:00.000000Z", "now", "2026-11-27T99:00:00.000000Z"])(
  "a list that is ordered by time refuses the page key %j",
  async (page_key, { scene }) => {
    const { alpha } = scene.world;
    const list = (key: string) =>
      scene.as(alpha.member).rows("list_requests", {
        org_id: alpha.orgId,
        page_key: key,
        page_id: ID,
      });
    expect(await refusal(list(page_key))).toEqual(REFUSED);
    const inbox = scene.as(alpha.member).rows("list_inbox", {
      org_id: alpha.orgId,
      page_key: `late ${page_key}`,
      page_id: ID,
    });
    expect(await refusal(inbox)).toEqual(REFUSED);
  },
);

test("the inbox refuses a page key that does not start with “late” or “due”", async ({ scene }) => {
  const { alpha } = scene.world;
  const call = scene.as(alpha.member).rows("list_inbox", {
    org_id: alpha.orgId,
    page_key: "2026-11-27T10:00:00.000000Z",
    page_id: ID,
  });
  expect(await refusal(call)).toEqual(REFUSED);
});

test("a time in a page key keeps its microseconds", async ({ scene }) => {
  const { rows } = await scene.db.query(
    `select private.read_instant(private.instant_text(at), 'at') = at as equal
    from (select timestamptz '2026-11-27 10:00:00.123456+05:45' as at) given`,
  );
  expect(rows).toEqual([{ equal: true }]);
});
