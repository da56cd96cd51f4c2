import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { strings } from "@/features/clients/strings";
import type { VersionRow } from "@/lib/form-state";
import { MAX_IMPORT_BYTES } from "@/lib/limits";
import { email, line } from "@/lib/text-schema";

/** A client: a company or person the firm serves. */
export const clientSchema = z.object({
  name: line({ min: 1, max: 120, missing: "Enter the client's name." }),
  ref: line({ max: 40 }),
});

/** A contact: someone who answers for a client. */
export const contactSchema = z.object({
  name: line({ min: 1, max: 120, missing: "Enter the contact's name." }),
  email,
});

/** A client together with its first contact, as the page "Add client" asks for them. */
export const newClientSchema = z.object({
  ...clientSchema.shape,
  contact_name: contactSchema.shape.name,
  contact_email: contactSchema.shape.email,
});

type ClientFields = { name: string; ref: string | null };
type ContactFields = { name: string; email: string };

const differing = (rows: VersionRow[]) => rows.filter(({ theirs, mine }) => theirs !== mine);

/** The fields in which a stored client and the typed one differ. */
export function compareClients(theirs: ClientFields, mine: ClientFields): VersionRow[] {
  return differing([
    { label: strings.name, theirs: theirs.name, mine: mine.name },
    { label: strings.ref, theirs: theirs.ref ?? "", mine: mine.ref ?? "" },
  ]);
}

/** The fields in which a stored contact and the typed one differ. */
export function compareContacts(theirs: ContactFields, mine: ContactFields): VersionRow[] {
  return differing([
    { label: strings.contactName, theirs: theirs.name, mine: mine.name },
    { label: strings.contactEmail, theirs: theirs.email, mine: mine.email.toLowerCase() },
  ]);
}

/** Most rows of one import. */
export const MAX_ROWS = 1_000;

const COLUMNS: Readonly<Record<string, keyof ClientImportRow>> = {
  name: "name",
  client: "name",
  client_name: "name",
  ref: "ref",
  reference: "ref",
  contact: "contact_name",
  contact_name: "contact_name",
  email: "contact_email",
  e_mail: "contact_email",
  contact_email: "contact_email",
  contact_e_mail: "contact_email",
};

/** One row as `import_clients` takes it. */
export type ClientImportRow = {
  name?: string;
  ref?: string;
  contact_name?: string;
  contact_email?: string;
};

/**
 * The text of a chosen file. Spreadsheets save CSV as UTF-8 or, on many desks, in the old code page
 * of Windows: what is no UTF-8 is read as that.
 */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function toColumn(heading: string): string | false {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "_");
  return COLUMNS[name] ?? false;
}

const MAX_RANGES = 20;

/** Numbers of rows in rising order as an address carries them, `1-5,9`; the first 20 ranges of many. */
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

/** What {@link toRanges} wrote, to be read by people: `1–5, 9`; nothing when it is something else. */
export function formatRanges(ranges: string | undefined): string | undefined {
  if (!ranges || !/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*(,more)?$/.test(ranges))
    return undefined;
  return ranges.replaceAll("-", "–").replace(",more", " …").replaceAll(",", ", ");
}

/** Reads a spreadsheet's CSV (comma, semicolon or tab; with headings), or says why it cannot. */
export function parseClientRows(
  csv: string,
): { ok: true; rows: ClientImportRow[] } | { ok: false; message: string } {
  if (new TextEncoder().encode(csv).byteLength > MAX_IMPORT_BYTES) {
    return { ok: false, message: strings.import.tooLarge };
  }
  let hasName = false;
  try {
    const rows: ClientImportRow[] = parse(csv, {
      bom: true,
      delimiter: [",", ";", "\t"],
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      columns: (headings: string[]) => {
        const columns = headings.map(toColumn);
        hasName = columns.includes("name");
        return columns;
      },
    });
    if (!hasName) return { ok: false, message: strings.import.noName };
    if (rows.length === 0) return { ok: false, message: strings.import.noRows };
    if (rows.length > MAX_ROWS) return { ok: false, message: strings.import.tooMany };
    return { ok: true, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, message: strings.import.notCsv(Number(error.lines ?? 0)) };
  }
}
