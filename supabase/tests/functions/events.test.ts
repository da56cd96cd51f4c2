import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

test("the firm's events verify, page by page", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.owner, alpha.admin]) {
    expect(await scene.as(person).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
      broken: null,
      done: true,
      checked: expect.any(Number),
    });
  }
});

test("one changed letter is found and named", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.events disable trigger user");
  const { rows } = await scene.db.query(
    `update public.events set actor_name = 'Someone else'
    where request_id = $1 and no = 2 returning id::int, chain, no`,
    [alpha.requestId],
  );
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: rows[0],
  });
});

test("a missing event is found at its successor", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.events disable trigger user");
  await scene.db.query("delete from public.events where request_id = $1 and no = 2", [
    alpha.requestId,
  ]);
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: { chain: alpha.requestId, no: 3 },
  });
});

test("the hash does not depend on the session's time zone", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("set local time zone 'Pacific/Chatham'");
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: null,
  });
});

test.for([
  "update public.events set action = 'nothing'",
  "delete from public.events",
  "truncate public.events",
])("even the database owner cannot: %s", async (statement, { scene }) => {
  await scene.db.query("savepoint attempt");
  await expect(scene.db.query(statement)).rejects.toThrow("append-only");
  await scene.db.query("rollback to savepoint attempt");
});

test("events hold ids and statuses, no titles, notes or file names", async ({ scene }) => {
  const { rows } = await scene.db.query<{ text: string }>(
    "select data::text as text from public.events",
  );
  const allowed = /^(\{\}|\{("[a-z_]+": ("[0-9a-z_-]+"|\d+|true|false)(, )?)+\})$/;
  expect(rows.filter((row) => !allowed.test(row.text))).toEqual([]);
});

test("members, contacts and strangers do not verify", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.member, alpha.contact, beta.owner, stranger]) {
    expect(
      await refusal(scene.as(person).rpc("verify_audit", { org_id: alpha.orgId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});
