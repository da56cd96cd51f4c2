import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "./toolchain.mjs";

const files = globSync("examples/*/{,src/,src/lib/,app/lib/,lib/}errors.ts", { cwd: root });

test("isForEveryone in each example refuses an error that could reveal an account", async () => {
  assert.equal(files.length, 5);
  for (const file of files) {
    const { isForEveryone } = await import(pathToFileURL(join(root, file)).href);
    assert.equal(isForEveryone({ kind: "network", code: "service_unavailable" }), true, file);
    assert.equal(isForEveryone({ kind: "auth", code: "validation_failed" }), true, file);
    assert.equal(isForEveryone({ kind: "auth", code: "user_not_found" }), false, file);
    // Auth waits for the email only if the address has an account, so a timeout reveals the
    // account.
    assert.equal(isForEveryone({ kind: "network", code: "timeout" }), false, file);
  }
});
