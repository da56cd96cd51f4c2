export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  compressedBytes: number;
  offset: number;
}

/** `end` is exclusive, larger than `start` and within the file. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

export class ZipError extends Error {
  override readonly name = "ZipError";
}

const END_RECORD = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const MAX_DIRECTORY_BYTES = 4_194_304;
const MAX_PART_BYTES = 1_048_576;

/**
 * Refuses ranges outside the file. The sender controls the offsets and lengths in a ZIP file, and
 * Storage does not always refuse such ranges.
 */
export function within(bytes: number, read: ReadRange): ReadRange {
  return async (start, end) => {
    if (start < 0 || end <= start || end > bytes) throw new ZipError("range");
    return read(start, end);
  };
}

/**
 * @param tail the last bytes of the file, up to 65,557
 * @see APPNOTE.TXT 4.3.12, 4.3.16
 */
export async function readDirectory(tail: Uint8Array, read: ReadRange): Promise<ZipEntry[]> {
  const end = findEndRecord(tail);
  const size = end.getUint32(12, true);
  const offset = end.getUint32(16, true);
  if (size > MAX_DIRECTORY_BYTES) throw new ZipError("directory");
  const directory = await read(offset, offset + size);
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== CENTRAL_HEADER) throw new ZipError("central header");
    const nameBytes = view.getUint16(at + 28, true);
    const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    entries.push({
      name: new TextDecoder().decode(directory.subarray(at + 46, at + 46 + nameBytes)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + rest;
  }
  return entries;
}

function findEndRecord(tail: Uint8Array): DataView {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = view.byteLength - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) {
      return new DataView(tail.buffer, tail.byteOffset + at, view.byteLength - at);
    }
  }
  throw new ZipError("end record");
}

/** @throws ZipError if the part is larger than 1 MiB or cannot be unpacked */
export async function readPart(entry: ZipEntry, read: ReadRange): Promise<string> {
  if (entry.compressedBytes > MAX_PART_BYTES) throw new ZipError("part size");
  const header = await read(entry.offset, entry.offset + 30);
  if (header.length < 30) throw new ZipError("local header");
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) throw new ZipError("local header");
  const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const packed =
    entry.compressedBytes === 0
      ? new Uint8Array(0)
      : await read(start, start + entry.compressedBytes);
  if (entry.method === 0) return new TextDecoder().decode(packed);
  if (entry.method !== 8) throw new ZipError("compression method");
  return inflate(packed);
}

async function inflate(packed: Uint8Array): Promise<string> {
  const stream = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > MAX_PART_BYTES) throw new ZipError("part size");
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    throw cause instanceof ZipError ? cause : new ZipError("deflate", { cause });
  }
  return text + decoder.decode();
}
