import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { countIntegrationLines, MAX_LINES } from "./integration-lines.mjs";
import { root } from "./toolchain.mjs";

const APPS = ["express", "hono", "next", "react-router", "sveltekit"];
const SKIPPED = new Set(["node_modules", ".next", ".svelte-kit", ".react-router", "build", "dist"]);

const filesOf = (app, pattern = "**/*.{ts,tsx,svelte}") =>
  globSync(pattern, {
    cwd: join(root, "examples", app),
    exclude: (name) => SKIPPED.has(name),
  }).map((file) => {
    const path = join("examples", app, file);
    return [path, readFileSync(join(root, path), "utf8")];
  });

test("countIntegrationLines counts the non-blank lines between markers", () => {
  const text = "a\n// integration: begin\nb\n\n  c\n// integration: end\nd";
  assert.deepEqual(countIntegrationLines("a.ts", text), { lines: 2, problems: [] });
});

test("countIntegrationLines reports an import of the SDK outside of the markers", () => {
  const text = 'import { unwrap } from "@dossier/backend-client";';
  assert.deepEqual(countIntegrationLines("a.ts", text).problems, [
    "a.ts:1: imports the SDK outside of the markers.",
  ]);
});

test("countIntegrationLines reports markers that do not alternate", () => {
  const [begin, end] = ["// integration: begin", "// integration: end"];
  const problems = (text) => countIntegrationLines("a.ts", text).problems;
  assert.equal(problems(begin).length, 1);
  assert.equal(problems(end).length, 1);
  assert.equal(problems(`${begin}\n${begin}\n${end}`).length, 1);
});

for (const app of APPS) {
  test(`examples/${app} has at most ${MAX_LINES} lines of SDK integration`, () => {
    const counts = filesOf(app).map(([file, text]) => countIntegrationLines(file, text));
    const lines = counts.reduce((sum, count) => sum + count.lines, 0);
    assert.deepEqual(
      counts.flatMap(({ problems }) => problems),
      [],
    );
    assert.ok(lines > 0 && lines <= MAX_LINES, `${lines} lines`);
  });
}

/** Returns the style of a CSS file, or of a module that contains the style as a string. */
const styleOf = (text) => /`(.*)`/s.exec(text)?.[1] ?? text;

for (const name of ["style.{css,ts}", "database.types.ts", "errors.ts"]) {
  test(`every example has the same copy of ${name}`, () => {
    const copies = APPS.flatMap((app) => filesOf(app, `**/${name}`));
    assert.equal(copies.length, APPS.length);
    assert.equal(new Set(copies.map(([, text]) => styleOf(text))).size, 1);
  });
}
