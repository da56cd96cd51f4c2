import { formatHeadings, toHeadings } from "@/features/clients/import/result-params";
import { strings } from "@/features/clients/strings";
import type { ClientImportRow } from "@/features/clients/types";
import { fieldSentence } from "@/lib/errors/error-sentences";
import { camelName } from "@/lib/format/camel-case";
import { type CsvRow, readCsv } from "@/lib/format/csv";
import { cleanLine } from "@/lib/forms/clean-text";
import { MAX_IMPORT_BYTES } from "@/lib/forms/limits";

export const MAX_ROWS = 1_000;

type Field = keyof ClientImportRow | "firstName" | "lastName";

/** Column headings that people and accounting programs use, in lowercase and with letters only. */
const HEADINGS: Readonly<Record<Field, string>> = {
  name: `name client clientname customer customername customerfullname company companyname
    associatedcompany organisation organisationname organization organizationname
    businessname accountname`,
  ref: `ref reference referencenumber code accountnumber accountno accountcode
    clientref clientreference clientcode clientnumber clientno clientid
    customerref customerreference customercode customernumber customerno customerid`,
  contactName: "contact contactname contactperson contactfullname primarycontact maincontact",
  contactEmail: `email emailaddress contactemail contactemailaddress
    primaryemail primaryemailaddress mainemail`,
  firstName: "firstname contactfirstname givenname",
  lastName: "lastname contactlastname surname familyname",
};

const FIELDS: ReadonlyMap<string, Field> = new Map(
  (Object.keys(HEADINGS) as Field[]).flatMap((field) =>
    HEADINGS[field].split(/\s+/).map((heading): [string, Field] => [heading, field]),
  ),
);

function toField(heading: string): Field | undefined {
  // Xero exports the client as a contact, and marks the required heading with an asterisk.
  if (heading === "*ContactName") return "name";
  return FIELDS.get(heading.toLowerCase().replace(/[^a-z]+/g, ""));
}

/**
 * Finds the column of each field. `twice` lists the fields with several filled columns. `ignored`
 * lists the headings of filled columns that the import does not use.
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
  if (columns.has("contactName")) {
    columns.delete("firstName");
    columns.delete("lastName");
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
  const { firstName, lastName, ...fields } = row;
  const person = [firstName, lastName].filter(Boolean).join(" ");
  return person ? { ...fields, contactName: person } : fields;
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

/** `field` is the name in the database. */
type RowError = { row: number; field: string } & Record<string, unknown>;

const same = (one: string | undefined, other: string | undefined) =>
  (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase();

function sentenceOf(
  { rows, numbers }: ClientImportTable,
  { row, field, ...rule }: RowError,
): string {
  const own = rows[row - 1];
  const email = own?.contactEmail?.trim();
  if (rule.rule === "format" && field === "contact_email" && email) {
    return strings.import.format(email);
  }
  if (rule.rule === "repeated" && own) {
    const first = rows
      .slice(0, row - 1)
      .findIndex(
        (other) =>
          same(other.name, own.name) &&
          cleanLine(other.ref ?? "") === cleanLine(own.ref ?? "") &&
          (!own.contactEmail || same(other.contactEmail, own.contactEmail)),
      );
    const number = numbers[first];
    if (number !== undefined) return strings.import.repeats(number);
  }
  return fieldSentence({ ...rule, field });
}

export function describeRowError(table: ClientImportTable, error: RowError): string {
  // The database does not count headings and blank rows.
  const number = table.numbers[error.row - 1] ?? error.row;
  return strings.import.rowError(
    number,
    strings.import.columns[camelName(error.field)] ?? error.field,
    sentenceOf(table, error),
  );
}
