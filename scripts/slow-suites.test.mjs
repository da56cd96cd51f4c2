import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  findStale,
  readInputHashes,
  readRecord,
  updateRecord,
  writeRecord,
} from "./slow-suites.mjs";

const ADVICE = "Run `pnpm test:slow` and commit scripts/slow-suites.json.";

test("findStale accepts a record that has the current hash of each suite", () => {
  assert.deepEqual(findStale({ sdk: "a", backend: "b" }, { backend: "b", sdk: "a" }), []);
});

test("findStale names each suite whose inputs changed, and the command that runs the suite", () => {
  assert.deepEqual(findStale({ sdk: "a", backend: "b" }, { sdk: "c", backend: "b" }), [
    `The inputs of the slow suite of sdk changed since it last passed. ${ADVICE}`,
  ]);
});

test("findStale names a suite without a record, and a recorded suite that no longer exists", () => {
  assert.deepEqual(findStale({ gone: "a" }, { sdk: "b" }), [
    `scripts/slow-suites.json has an entry for gone, which has no slow suite. ${ADVICE}`,
    `The slow suite of sdk has no recorded run. ${ADVICE}`,
  ]);
});

test("updateRecord records the new hash of passed suites, keeps the old hash of failed suites, and removes all other suites", () => {
  const outcomes = [
    { name: "sdk", hash: "new", ok: true },
    { name: "backend", hash: "new", ok: false },
    { name: "added", hash: "new", ok: false },
  ];
  assert.deepEqual(updateRecord({ sdk: "old", backend: "old", gone: "old" }, outcomes), {
    backend: "old",
    sdk: "new",
  });
});

test("readRecord returns the record that writeRecord wrote, and an empty record for a missing file", () => {
  const folder = mkdtempSync(join(tmpdir(), "slow-suites-"));
  try {
    const file = join(folder, "record.json");
    assert.deepEqual(readRecord(file), {});
    writeRecord({ sdk: "a" }, file);
    assert.deepEqual(readRecord(file), { sdk: "a" });
    assert.equal(readFileSync(file, "utf8"), '{\n  "sdk": "a"\n}\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("readInputHashes returns one hash per suite, and the same hashes if TEST_SUPABASE_URL is set", () => {
  const before = readInputHashes();
  process.env.TEST_SUPABASE_URL = "https://example.com";
  try {
    assert.deepEqual(readInputHashes(), before);
  } finally {
    delete process.env.TEST_SUPABASE_URL;
  }
  assert.deepEqual(Object.keys(before).sort(), [
    "@dossier/backend-client",
    "@dossier/examples",
    "@dossier/local-backend",
    "@dossier/supabase",
    "@dossier/web",
  ]);
});
