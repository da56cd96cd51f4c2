import { createHash } from "node:crypto";
import type { PdfEncryption } from "./pdf-password.ts";
import { type TextEncoding, TextProbe } from "./text-probe.ts";

export interface Content {
  bytes: number;
  /** 64 lowercase hexadecimal digits. */
  sha256: string;
  head: Uint8Array;
  tail: Uint8Array;
  textEncoding: TextEncoding | null;
  pdfEncryption: PdfEncryption;
  hasEncryptedPackage: boolean;
}

/** `file-type` recognizes every accepted format from these bytes, except some TIFF files. */
const HEAD_BYTES = 65_536;
/**
 * The largest end record of a ZIP file: 22 bytes and a comment of at most 65,535 bytes (APPNOTE
 * 4.3.16).
 */
const TAIL_BYTES = 65_557;
/**
 * Number of bytes of the previous chunk to search again. A longer match that spans two chunks may
 * be missed, but only a lot of white space makes a match longer.
 */
const OVERLAP = 64;

// Trailers and the dictionaries of cross-reference streams are never compressed, so a search of the
// raw bytes finds their `/Encrypt` entries (ISO 32000-1 §7.5.5).
const PDF_ENCRYPT = /\/Encrypt(?:\s+\d+\s+\d+\s+R|\s*<<)/g;
// Encryption dictionaries are never compressed (§7.5.7).
const PDF_HANDLER = /\/Filter\s*\/Standard\b/g;
/**
 * Number of matches to keep of each pattern, from the end of the file. A PDF may have many, because
 * each revision repeats the entries.
 */
const MAX_PDF_PLACES = 8;
// Directory entries have names in UTF-16LE (MS-OFFCRYPTO §2.3.4.4).
const ENCRYPTED_PACKAGE = Array.from("EncryptedPackage", (letter) => `${letter}\0`).join("");

export async function readContent(stream: ReadableStream<Uint8Array>): Promise<Content> {
  const hash = createHash("sha256");
  const text = new TextProbe();
  let bytes = 0;
  let head = new Uint8Array(0);
  let tail = new Uint8Array(0);
  let before = "";
  const references = new Places(PDF_ENCRYPT);
  const handlers = new Places(PDF_HANDLER);
  let hasEncryptedPackage = false;
  for await (const chunk of stream) {
    bytes += chunk.length;
    hash.update(chunk);
    text.write(chunk);
    if (head.length < HEAD_BYTES) {
      head = concat(head, chunk.subarray(0, HEAD_BYTES - head.length));
    }
    tail = concat(tail, chunk).slice(-TAIL_BYTES);
    const latin = before + toLatin1(chunk);
    references.find(latin, bytes - latin.length);
    handlers.find(latin, bytes - latin.length);
    hasEncryptedPackage ||= latin.includes(ENCRYPTED_PACKAGE);
    before = latin.slice(-OVERLAP);
  }
  return {
    bytes,
    sha256: hash.digest("hex"),
    head,
    tail,
    textEncoding: text.encoding(),
    pdfEncryption: { references: references.offsets, handlers: handlers.offsets },
    hasEncryptedPackage,
  };
}

/**
 * Finds matches in a text that arrives in overlapping chunks. Keeps only the last {@link
 * MAX_PDF_PLACES} offsets.
 */
class Places {
  offsets: number[] = [];
  readonly #pattern: RegExp;

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  find(piece: string, start: number): void {
    for (const { index } of piece.matchAll(this.#pattern)) {
      const offset = start + index;
      if (offset > (this.offsets.at(-1) ?? -1)) this.offsets.push(offset);
    }
    this.offsets = this.offsets.slice(-MAX_PDF_PLACES);
  }
}

const latin1 = new TextDecoder("latin1");

/**
 * Returns one character per byte. WHATWG's latin1 is Windows-1252, which differs from ISO 8859-1
 * only outside ASCII.
 */
function toLatin1(chunk: Uint8Array): string {
  return latin1.decode(chunk);
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
