import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeFailures, readReport } from "./test-reports.mjs";

const fixture = (name) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));

const read = (name, file) => readReport(fixture(name), `/repo/${file}`, "/repo");

test("describeFailures names each failed Vitest test by package, file and title", () => {
  const { passed, failures } = read("vitest-report", "packages/sdk/reports/vitest.json");
  assert.equal(passed, 2);
  assert.deepEqual(describeFailures(failures), [
    "✗ packages/sdk › src/session.test.ts › refresh › keeps the cookie after a 503",
    "    AssertionError: expected 'gone' to be 'kept'",
  ]);
});

test("describeFailures names a Vitest file that cannot be loaded", () => {
  const { passed, failures } = read("vitest-broken-file", "apps/web/reports/vitest.json");
  assert.equal(passed, 1);
  assert.deepEqual(describeFailures(failures), [
    "✗ apps/web › src/lib/broken.test.ts",
    '    Failed to resolve import "./missing" from "src/lib/broken.test.ts"',
    "    Plugin: vite:import-analysis",
  ]);
});

test("describeFailures names each failed and each flaky Playwright test, and each error outside of tests", () => {
  const { passed, failures } = read("playwright-report", "apps/web/reports/playwright.json");
  assert.equal(passed, 5);
  assert.deepEqual(describeFailures(failures), [
    "✗ apps/web › e2e/review.spec.ts › narrow › returns an item with a note",
    "    Error: expect(locator).toBeVisible() failed",
    "    Locator: getByRole('button')",
    "    Expected: visible",
    "✗ apps/web › e2e/review.spec.ts › with two tabs › shows the decision of the other tab",
    "    TimeoutError: page.goto: Timeout 30000ms exceeded.",
    "✗ apps/web › e2e/broken.spec.ts",
    "    Error: Cannot find module 'apps/web/e2e/missing'",
    "✗ apps/web › outside a file",
    "    Error: Process from config.webServer was not able to start. Exit code: 1",
  ]);
});

test("describeFailures prints no tokens and no email addresses, and shortens long lines", () => {
  const { failures } = read("vitest-secrets", "apps/web/reports/vitest.json");
  assert.deepEqual(describeFailures(failures), [
    "✗ apps/web › src/a.test.ts › signs [email] in",
    "    Error: [email] sent [token] with key [token] and [token]",
    "✗ apps/web › src/a.test.ts › compares a long text",
    `    ${"Error: a long text, ".repeat(20).slice(0, 200)}…`,
    "✗ apps/web › src/a.test.ts › throws nothing",
    "    no message",
  ]);
});
