import { strings } from "@/features/export/strings";
import type { ExportPlan, IndexRow, PlacedFile } from "@/features/export/types";
import { formatDateTime } from "@/lib/format/format";

const COLUMNS = Object.keys(strings.columns) as (keyof IndexRow)[];

/** The apostrophe prevents spreadsheets from reading the cell as a formula. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const TIMES: readonly (keyof IndexRow)[] = ["submittedAt", "decidedAt"];

/** Puts the time zone into the heading, because spreadsheets read a time with a zone as text. */
function headOf(name: keyof IndexRow, timeZone: string): string {
  const head = strings.columns[name];
  return TIMES.includes(name) ? `${head} (${timeZone.replaceAll("_", " ")})` : head;
}

/** Starts with a byte order mark, so that spreadsheets recognize UTF-8. */
export function toCsv(rows: readonly IndexRow[], timeZone: string): string {
  const lines = [
    COLUMNS.map((name) => csvCell(headOf(name, timeZone))),
    ...rows.map((row) => COLUMNS.map((name) => csvCell(row[name]))),
  ];
  return `\ufeff${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);

function htmlCell(name: keyof IndexRow, value: string | number | null): string {
  const text = escapeHtml(String(value ?? ""));
  if (name !== "path" || text === "") return `<td>${text}</td>`;
  const href = String(value).split("/").map(encodeURIComponent).join("/");
  return `<td><a href="${escapeHtml(href)}">${text}</a></td>`;
}

/** The page has no scripts or external resources. */
export function toHtml(plan: ExportPlan): string {
  const title = escapeHtml(strings.indexTitle(plan.title));
  const when = formatDateTime(plan.exportedAt, { timeZone: plan.timeZone, nameZone: true });
  const heads = COLUMNS.map(
    (name) => `<th scope="col">${escapeHtml(headOf(name, plan.timeZone))}</th>`,
  ).join("");
  const body = plan.rows
    .map((row) => `<tr>${COLUMNS.map((name) => htmlCell(name, row[name])).join("")}</tr>`)
    .join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;margin:2rem}
table{border-collapse:collapse;font-size:.875rem}
th,td{border:1px solid #bbb;padding:.4rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(strings.indexLead(plan.firm, plan.client, when))}</p>
<p>${escapeHtml(plan.rows.length === 0 ? strings.nothing : strings.fingerprints)}</p>
<table>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</body>
</html>
`;
}

export function toManifest(files: readonly PlacedFile[]): string {
  return files.map((file) => `${file.sha256}  ${file.archivePath}\n`).join("");
}
