import { expect } from "vitest";
import { tableSql } from "../../../scripts/new-table.mjs";
import { refusal } from "../harness/actor.ts";
import { CAST, type Part, play } from "../harness/cast.ts";
import { test } from "../harness/test.ts";

const READERS: ReadonlySet<Part> = new Set([
  "owner",
  "admin",
  "member",
  "owner with the required factor",
]);
const WRITES = [
  "insert into public.example_notes default values",
  "update public.example_notes set name = default",
  "delete from public.example_notes",
];

test.for(CAST)(
  "%s: can read a table created by `pnpm new table` only as staff",
  async (part, { scene }) => {
    await scene.db.query(tableSql("example_notes"));
    await scene.db.query("insert into public.example_notes (org_id, name) values ($1, 'Example')", [
      scene.world.alpha.orgId,
    ]);
    const person = await play(scene, part);
    const actor = scene.as(person);
    for (const statement of WRITES) {
      expect((await refusal(actor.query(statement))).status, statement).toBe("42501");
    }
    const read = "select name from public.example_notes";
    if (person.role === "authenticated") {
      expect(await actor.query(read)).toEqual(READERS.has(part) ? [{ name: "Example" }] : []);
    } else {
      expect((await refusal(actor.query(read))).status).toBe("42501");
    }
  },
);
