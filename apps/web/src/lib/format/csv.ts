import { CsvError, parse } from "csv-parse/sync";

export type CsvRow = { no: number; cells: string[] };

/**
 * Decodes UTF-8 or Windows-1252. Spreadsheets save CSV files in one of these encodings.
 * @param isCut true if the bytes are the start of a file, so the last character may be incomplete
 */
export function decodeCsv(bytes: BufferSource, isCut = false): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Skips blank rows, but counts them in the row numbers.
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

const SEPARATORS = ["\t", ";", ","];

/**
 * Returns the most frequent separator of the first line with a separator. The first separator in
 * the line may be wrong: in a file with semicolons, numbers can contain commas.
 */
function separatorOf(csv: string): string {
  for (const [line] of csv.matchAll(/(?:"[^"]*"|[^"\r\n])+/g)) {
    const bare = line.replace(/"[^"]*"/g, "");
    const [best] = SEPARATORS.map((separator) => ({
      separator,
      count: bare.split(separator).length - 1,
    })).sort((one, other) => other.count - one.count);
    if (best && best.count > 0) return best.separator;
  }
  return ",";
}

export type CsvStart = {
  rows: CsvRow[];
  /**
   * The number of rows that are not blank, up to the first row that cannot be parsed. `rows`
   * contains only as many of these rows as the caller wants.
   */
  total: number;
  brokenNo: number | null;
  /**
   * The number of the row with a quoted cell that has no end in the cut text. The cell may end in
   * the rest of the file. Null if every cell has an end.
   */
  openNo: number | null;
};

/**
 * Parses the text like `readCsv`, but keeps only the first rows, accepts quotation marks within a
 * cell, and splits all rows at the same separator.
 * @param isCut true if the text is the start of a file. The result then omits the last row, which
 * may be incomplete
 */
export function readCsvStart(
  csv: string,
  { max, isCut = false }: { max: number; isCut?: boolean },
): CsvStart {
  const end = isCut ? Math.max(csv.lastIndexOf("\n"), csv.lastIndexOf("\r")) : -1;
  const text = end < 0 ? csv : csv.slice(0, end);
  const rows: CsvRow[] = [];
  let total = 0;
  let no = 0;
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[]) => {
        no += 1;
        if (!cells.some(Boolean)) return null;
        total += 1;
        if (total <= max) rows.push({ no, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = isCut && error.code === "CSV_QUOTE_NOT_CLOSED";
    return isOpen
      ? { rows, total, brokenNo: null, openNo: no + 1 }
      : { rows, total, brokenNo: no + 1, openNo: null };
  }
  return { rows, total, brokenNo: null, openNo: null };
}
