import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { test } from "../harness/test.ts";

test("the deployment guide lists every trigger that the migrations add to auth.users", async ({
  scene,
}) => {
  const guide = readFileSync(new URL("../../../docs/deployment.md", import.meta.url), "utf8");
  const [, names = ""] = /triggers on `auth\.users`\s\(([^)]*)\)/.exec(guide) ?? [];
  const { rows } = await scene.db.query<{ name: string }>(
    `select t.tgname as name
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = 'auth.users'::regclass and not t.tgisinternal
      and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by t.tgname`,
  );
  expect(names.match(/\w+/g)).toEqual(rows.map(({ name }) => name));
});
