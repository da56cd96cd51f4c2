import { CsvError, parse } from "csv-parse/sync";

export type CsvRow = { no: number; cells: string[] };

/** Decodes a CSV file, which spreadsheets save as UTF-8 or Windows-1252. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Parses text separated by commas, semicolons or tabs. Skips blank rows but counts them. A cell may
 * contain line breaks, as in a spreadsheet.
 * @returns the rows, or the number of the first row that cannot be parsed
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
