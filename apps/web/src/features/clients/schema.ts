import { z } from "zod";
import { strings } from "@/features/clients/strings";
import { fieldSentence } from "@/lib/errors/error-sentences";
import { type CsvRow, readCsv } from "@/lib/format/csv";
import { cleanLine } from "@/lib/forms/clean-text";
import type { VersionRow } from "@/lib/forms/form-state";
import { MAX_IMPORT_BYTES } from "@/lib/forms/limits";
import { tidyName } from "@/lib/forms/names";
import { email, line, name } from "@/lib/forms/text-schema";

export const clientSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter the client’s name." }),
  ref: line({ max: 40 }),
});

export const contactSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter the contact’s name." }),
  email,
});

export const newClientSchema = z.object({
  ...clientSchema.shape,
  contact_name: contactSchema.shape.name,
  contact_email: contactSchema.shape.email,
});

type ClientFields = { name: string; ref: string };
type ContactFields = { name: string; email: string };

export function clientFields({ name, ref }: { name: string; ref: string | null }): ClientFields {
  return { name: tidyName(name), ref: ref ?? "" };
}

export function contactFields({ name, email }: ContactFields): ContactFields {
  return { name: tidyName(name), email: email.toLowerCase() };
}

const differing = (rows: VersionRow[]) => rows.filter(({ theirs, mine }) => theirs !== mine);

export function compareClients(theirs: ClientFields, mine: ClientFields): VersionRow[] {
  return differing([
    { label: strings.name, theirs: theirs.name, mine: mine.name },
    { label: strings.ref, theirs: theirs.ref, mine: mine.ref },
  ]);
}

export function compareContacts(theirs: ContactFields, mine: ContactFields): VersionRow[] {
  return differing([
    { label: strings.contactName, theirs: theirs.name, mine: mine.name },
    { label: strings.contactEmail, theirs: theirs.email, mine: mine.email },
  ]);
}

export const MAX_ROWS = 1_000;

type Field = keyof ClientImportRow | "first_name" | "last_name";

/** Column headings that people and accounting programs use, in lowercase and with letters only. */
const HEADINGS: Readonly<Record<Field, string>> = {
  name: `name client clientname customer customername customerfullname company companyname
    associatedcompany organisation organisationname organization organizationname
    businessname accountname`,
  ref: `ref reference referencenumber code accountnumber accountno accountcode
    clientref clientreference clientcode clientnumber clientno clientid
    customerref customerreference customercode customernumber customerno customerid`,
  contact_name: "contact contactname contactperson contactfullname primarycontact maincontact",
  contact_email: `email emailaddress contactemail contactemailaddress
    primaryemail primaryemailaddress mainemail`,
  first_name: "firstname contactfirstname givenname",
  last_name: "lastname contactlastname surname familyname",
};

const FIELDS: ReadonlyMap<string, Field> = new Map(
  (Object.keys(HEADINGS) as Field[]).flatMap((field) =>
    HEADINGS[field].split(/\s+/).map((heading): [string, Field] => [heading, field]),
  ),
);

export type ClientImportRow = {
  name?: string;
  ref?: string;
  contact_name?: string;
  contact_email?: string;
};

function toField(heading: string): Field | undefined {
  // Xero exports the client as a contact, and marks the required heading with an asterisk.
  if (heading === "*ContactName") return "name";
  return FIELDS.get(heading.toLowerCase().replace(/[^a-z]+/g, ""));
}

const MAX_RANGES = 20;

/** Returns ranges such as `1-5,9`. After 20 ranges, `more` replaces the rest. */
export function toRanges(rows: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row === last.to + 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from < to ? `${from}-${to}` : from));
  return [...shown, ...(ranges.length > MAX_RANGES ? ["more"] : [])].join(",");
}

export function formatRanges(ranges: string | undefined): string | undefined {
  if (!ranges || !/^\d{1,7}(-\d{1,7})?(,\d{1,7}(-\d{1,7})?)*(,more)?$/.test(ranges))
    return undefined;
  return ranges.replaceAll("-", "–").replace(",more", " …").replaceAll(",", ", ");
}

const MAX_HEADINGS = 5;
const HEADING = "[\\p{L}\\p{N} _#&()'-]{1,40}";
const IGNORED = new RegExp(`^${HEADING}(,${HEADING}){0,${MAX_HEADINGS - 1}}(,…)?$`, "u");

/** Returns at most five headings for a URL, without characters that could form a link. */
export function toHeadings(headings: readonly string[]): string {
  const shown = headings
    .slice(0, MAX_HEADINGS)
    .map((heading) => heading.replace(/[^\p{L}\p{N}_#&()'-]+/gu, " ").slice(0, 40))
    .filter((heading) => heading.trim() !== "");
  return [...shown, ...(headings.length > MAX_HEADINGS ? ["…"] : [])].join(",");
}

export function formatHeadings(headings: string | undefined): string | undefined {
  if (!headings || !IGNORED.test(headings)) return undefined;
  return headings
    .split(",")
    .map((heading) => (heading === "…" ? heading : `“${heading.trim()}”`))
    .join(", ");
}

/**
 * Finds the column of each field. `twice` contains the fields for which several columns have
 * content. `ignored` contains the headings of the other columns that have content.
 */
function readHeadings(headings: readonly string[], body: readonly CsvRow[]) {
  const isFilled = (column: number) => body.some(({ cells }) => cells[column]);
  const columns = new Map<Field, number>();
  const twice: { field: Field; headings: string[] }[] = [];
  for (const field of Object.keys(HEADINGS) as Field[]) {
    const all = headings.flatMap((heading, column) => (toField(heading) === field ? [column] : []));
    const filled = all.filter(isFilled);
    const column = filled[0] ?? all[0];
    if (column !== undefined) columns.set(field, column);
    if (filled.length > 1) {
      twice.push({ field, headings: filled.map((each) => headings[each] ?? "") });
    }
  }
  if (columns.has("contact_name")) {
    columns.delete("first_name");
    columns.delete("last_name");
  }
  const read = new Set(columns.values());
  const ignored = headings.filter(
    (heading, column) => heading && !read.has(column) && isFilled(column),
  );
  return { columns, twice, ignored };
}

function toClientRow({ cells }: CsvRow, columns: ReadonlyMap<Field, number>): ClientImportRow {
  const row: Partial<Record<Field, string>> = {};
  for (const [field, column] of columns) {
    const cell = cells[column];
    if (cell !== undefined) row[field] = cell;
  }
  const { first_name, last_name, ...fields } = row;
  const person = [first_name, last_name].filter(Boolean).join(" ");
  return person ? { ...fields, contact_name: person } : fields;
}

export type ClientImportTable = {
  ok: true;
  rows: ClientImportRow[];
  numbers: number[];
  ignored: string[];
};

export function parseClientRows(csv: string): ClientImportTable | { ok: false; message: string } {
  if (new TextEncoder().encode(csv).byteLength > MAX_IMPORT_BYTES) {
    return { ok: false, message: strings.import.tooLarge };
  }
  const table = readCsv(csv);
  if (!table.ok) return { ok: false, message: strings.import.notCsv(table.no) };
  const [headings, ...body] = table.rows;
  const { columns, twice, ignored } = readHeadings(headings?.cells ?? [], body);
  if (!columns.has("name"))
    return {
      ok: false,
      message: strings.import.noName(formatHeadings(toHeadings(headings?.cells ?? []))),
    };
  if (body.length === 0) return { ok: false, message: strings.import.noRows };
  if (body.length > MAX_ROWS) return { ok: false, message: strings.import.tooMany };
  const [double] = twice;
  if (double) {
    return { ok: false, message: strings.import.twice(double.field, double.headings) };
  }
  return {
    ok: true,
    rows: body.map((row) => toClientRow(row, columns)),
    numbers: body.map(({ no }) => no),
    ignored,
  };
}

type RowError = { row: number; field: string } & Record<string, unknown>;

const same = (one: string | undefined, other: string | undefined) =>
  (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase();

function sentenceOf(
  { rows, numbers }: ClientImportTable,
  { row, field, ...rule }: RowError,
): string {
  const own = rows[row - 1];
  const value = Object.entries(own ?? {})
    .find(([name]) => name === field)?.[1]
    ?.trim();
  if (rule.rule === "format" && field === "contact_email" && value) {
    return strings.import.format(value);
  }
  if (rule.rule === "repeated" && own) {
    const first = rows
      .slice(0, row - 1)
      .findIndex(
        (other) =>
          same(other.name, own.name) &&
          cleanLine(other.ref ?? "") === cleanLine(own.ref ?? "") &&
          (!own.contact_email || same(other.contact_email, own.contact_email)),
      );
    const number = numbers[first];
    if (number !== undefined) return strings.import.repeats(number);
  }
  return fieldSentence({ ...rule, field });
}

export function describeRowError(table: ClientImportTable, error: RowError): string {
  // The database numbers only the rows that it receives.
  const number = table.numbers[error.row - 1] ?? error.row;
  return strings.import.rowError(
    number,
    strings.import.columns[error.field] ?? error.field,
    sentenceOf(table, error),
  );
}
