import type { Finding, Status } from "./finding.js";

const PACKAGE = "@dossier/backend-client/";
const COLUMNS = 80;
const INDENT = 18;

const COLORS: Record<Status, number> = { ok: 32, warn: 33, fail: 31 };

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function printFinding(finding: Finding, isColored: boolean): string[] {
  const { check, status, found, fix, page, lines = [] } = finding;
  const texts = [
    ...wrap(found, COLUMNS - INDENT),
    ...lines.flatMap((line) =>
      wrap(line, COLUMNS - INDENT - 4).map((part, index) => (index === 0 ? "  " : "    ") + part),
    ),
    ...(fix ? wrap(fix, COLUMNS - INDENT) : []),
    ...(page ? [PACKAGE + page] : []),
  ];
  const word = status.padEnd(6);
  const first = isColored ? `\u001b[${COLORS[status]}m${word}\u001b[0m` : word;
  return texts.map((text, index) =>
    index === 0 ? `${first}${check.padEnd(INDENT - 6)}${text}` : " ".repeat(INDENT) + text,
  );
}

export function countOf(findings: readonly Finding[], status: Status): number {
  return findings.filter((finding) => finding.status === status).length;
}

export function printText(
  findings: readonly Finding[],
  notes: { head: string; skipped: readonly string[] },
  isColored: boolean,
): string {
  const counts = (["ok", "warn", "fail"] as const).map((status) => {
    return `${countOf(findings, status)} ${status}`;
  });
  const skipped = notes.skipped.map((text) => `Not checked: ${text}`);
  return [
    ...wrap(notes.head, COLUMNS),
    "",
    ...findings.flatMap((finding) => printFinding(finding, isColored)),
    "",
    ...skipped.flatMap((text) => wrap(text, COLUMNS)),
    counts.join(", "),
    "",
  ].join("\n");
}

export function printJson(
  findings: readonly Finding[],
  notes: { mode: string; skipped: readonly string[] },
): string {
  const checks = findings.map(({ page, ...finding }) => ({
    ...finding,
    ...(page ? { page: PACKAGE + page } : {}),
  }));
  return `${JSON.stringify({ ok: countOf(findings, "fail") === 0, ...notes, checks }, null, 2)}\n`;
}
