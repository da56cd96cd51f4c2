import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkSchemas } from "./check-schemas.mjs";
import { planTable } from "./new-table.mjs";
import { root } from "./toolchain.mjs";

const find = (pattern) => globSync(pattern, { cwd: root }).sort();
const read = (path) => readFileSync(join(root, path), "utf8");
const repository = {
  now: new Date("2030-01-02T03:04:05Z"),
  schemas: find("supabase/schemas/*.sql"),
  migrations: find("supabase/migrations/*.sql"),
  read,
};
const plan = (name, changes = {}) => planTable(name, { ...repository, ...changes });
const pathOf = (files, start) => [...files.keys()].find((path) => path.startsWith(start));

test("planTable creates a schema file that passes the schema check together with the existing schema files", () => {
  const files = plan("client_notes");
  const path = pathOf(files, "supabase/schemas/");
  assert.equal(path, "supabase/schemas/24_client_notes.sql");
  const schemas = [...repository.schemas, path].sort();
  const texts = schemas.map((file) => [file, files.get(file) ?? read(file)]);
  assert.deepEqual(checkSchemas(texts), []);
});

test("planTable creates a migration that runs last and contains the statements of the schema file", () => {
  const files = plan("client_notes");
  const path = pathOf(files, "supabase/migrations/");
  assert.equal(path, "supabase/migrations/20300102030405_client_notes.sql");
  const statements = (file) => files.get(file).split("\n").slice(1).join("\n");
  assert.equal(statements(path), statements("supabase/schemas/24_client_notes.sql"));
});

test("planTable dates the new migration after the latest migration, even if the latest date is in the future", () => {
  const migrations = ["supabase/migrations/20310101235959_later.sql"];
  const path = pathOf(plan("notes", { migrations }), "supabase/migrations/");
  assert.equal(path, "supabase/migrations/20310102000000_notes.sql");
});

test("planTable adds the table's sample row, its permitted readers and its test file to the policy tests", () => {
  const files = plan("client_notes");
  const policies = files.get("supabase/tests/policies/client-notes.test.ts");
  assert.match(policies, /table: "public\.client_notes"[\s\S]*alpha\.clientNotesId/);
  assert.match(
    files.get("supabase/tests/policies/matrix.test.ts"),
    /\n {2}"public\.client_notes": STAFF,\n\};/,
  );
  const world = files.get("supabase/tests/harness/world.ts");
  assert.equal(world.match(/clientNotesId/g).length, 2);
  assert.match(world, /insert into public\.client_notes \(org_id, name\)/);
});

test("planTable rejects a name that is not a plural in snake_case, and a table that exists", () => {
  for (const name of [undefined, "note", "Notes", "client-notes", "notes; drop"]) {
    assert.throws(() => plan(name), /is not a table name/);
  }
  assert.throws(() => plan("clients"), /public\.clients already exists/);
});

test("planTable uses the requested two-digit number for the schema file, and refuses one that is taken", () => {
  assert.ok(plan("notes", { number: "47" }).has("supabase/schemas/47_notes.sql"));
  assert.throws(() => plan("notes", { number: "42" }), /Another schema file has the number 42/);
  assert.throws(() => plan("notes", { number: "4" }), /two digits/);
});

test("planTable throws an error that names the file if an existing file cannot be extended", () => {
  const changed = (path) => (path.endsWith("world.ts") ? "" : read(path));
  assert.throws(() => plan("notes", { read: changed }), /world\.ts has changed/);
});
