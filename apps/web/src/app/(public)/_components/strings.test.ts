import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { strings } from "@/app/(public)/_components/strings";
import { strings as activity } from "@/features/activity/strings";

const ROOT = new URL("../../../../../../", import.meta.url);
const source = readFileSync(new URL("strings.ts", import.meta.url), "utf8");
const proofs = [...source.matchAll(/^\s*\/\/ (\S+\.ts) › (.+)$/gm)].map(
  ([, file = "", title = ""]) => ({ file, title }),
);

test("every test that the start page's strings cite as proof is in the repository", () => {
  for (const { file, title } of proofs) {
    const tests = readFileSync(new URL(file, ROOT), "utf8");
    expect(tests.includes(`test("${title}"`), `${file} › ${title}`).toBe(true);
  }
});

test("every claim in the start page's strings cites a test as proof", () => {
  const lines = source.split("\n");
  const claims = lines.flatMap((line, index) =>
    /^\s*(?:(?:lead|text|facts): |"[^"]+\.",$)/.test(line) && !line.trimEnd().endsWith("[")
      ? [{ line: line.trim(), above: lines[index - 1] ?? "" }]
      : [],
  );
  expect(claims.length).toBeGreaterThan(8);
  for (const { line, above } of claims) expect(above, line).toMatch(/^\s*\/\/ \S+\.ts › /);
});

// S-3.26
test("the start page and the full record claim that Dossier can detect a change only to a single earlier event", () => {
  for (const text of [strings.features.record.text, activity.recordLead]) {
    expect(text).toContain("can detect if someone changes a single earlier event.");
  }
});
