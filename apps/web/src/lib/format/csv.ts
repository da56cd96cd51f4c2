import { CsvError, parse } from "csv-parse/sync";

/** A row that holds something, with its number as a spreadsheet shows it: the first row is 1. */
export type CsvRow = { no: number; cells: string[] };

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

/**
 * Reads comma, semicolon or tab separated text. Blank rows are left out and still counted; a cell
 * with line breaks is one row, as on the screen of the spreadsheet.
 * @returns the rows, or the number of the first one that cannot be read
 */
export function readCsv(csv: string): { ok: true; rows: CsvRow[] } | { ok: false; no: number } {
  try {
    const all: string[][] = parse(csv, {
      bom: true,
      delimiter: [",", ";", "\t"],
      trim: true,
      relax_column_count: true,
    });
    const rows = all.map((cells, index) => ({ no: index + 1, cells }));
    return { ok: true, rows: rows.filter(({ cells }) => cells.some(Boolean)) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, no: Number(error.records ?? 0) + 1 };
  }
}
