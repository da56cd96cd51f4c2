import { type CsvStart, decodeCsv, readCsvStart } from "@/lib/format/csv";
import { FORMAT_CHARACTERS } from "@/lib/forms/clean-text";

const MAX_BYTES = 524_288;
const MAX_ROWS = 100;
const MAX_COLUMNS = 50;
const MAX_CELL = 300;
const MAX_CHARACTERS = 65_536;

export type TextStart =
  | { kind: "table"; table: CsvStart; columns: number; hiddenColumns: number; isCut: boolean }
  | { kind: "text"; text: string; isCut: boolean };

/** Stops after `MAX_BYTES` bytes, in case the server ignores the range and sends the whole file. */
async function readStart(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(MAX_BYTES);
  const reader = response.body?.getReader();
  let length = 0;
  while (reader && length < MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, MAX_BYTES - length);
    bytes.set(part, length);
    length += part.byteLength;
  }
  await reader?.cancel();
  return bytes.subarray(0, length);
}

/**
 * Replaces invisible characters with U+FFFD, because some of them reverse the order of the text
 * around them.
 */
const reveal = (text: string) => text.replaceAll(FORMAT_CHARACTERS, "\ufffd");

const shorten = (cell: string) =>
  reveal(cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell);

/** Limits rows, columns and cells, so that any file can be shown. */
export function parseTextStart(
  bytes: Uint8Array<ArrayBuffer>,
  { mime, isCut }: { mime: string; isCut: boolean },
): TextStart {
  const text = decodeCsv(bytes, isCut);
  if (mime !== "text/csv") {
    const isLong = text.length > MAX_CHARACTERS;
    const shown = reveal(text.replace(/^\ufeff/, "").slice(0, MAX_CHARACTERS));
    return { kind: "text", text: shown, isCut: isCut || isLong };
  }
  const start = readCsvStart(text, { max: MAX_ROWS, isCut });
  const all = Math.max(0, ...start.rows.map(({ cells }) => cells.length));
  const columns = Math.min(all, MAX_COLUMNS);
  const rows = start.rows.map(({ no, cells }) => ({
    no,
    cells: cells.slice(0, columns).map(shorten),
  }));
  return {
    kind: "table",
    table: { ...start, rows },
    columns,
    hiddenColumns: all - columns,
    isCut,
  };
}

export async function loadTextStart(
  address: string,
  { mime, bytes, signal }: { mime: string; bytes: number; signal: AbortSignal },
): Promise<TextStart> {
  const isCut = bytes > MAX_BYTES;
  const headers = isCut ? { range: `bytes=0-${MAX_BYTES - 1}` } : {};
  const response = await fetch(address, { headers, signal });
  // If the session has ended, the server may return an HTML page instead of the file.
  const isText = response.headers.get("content-type")?.startsWith("text/plain");
  if (!response.ok || !isText) throw new Error(`The file was not loaded: ${response.status}`);
  return parseTextStart(await readStart(response), { mime, isCut });
}
