import { Buffer } from "node:buffer";
import { createCipheriv, createHash } from "node:crypto";
import {
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfSyntaxError,
  type PdfValue,
  readPdfValue,
} from "./pdf-syntax.ts";
import type { ReadRange } from "./zip.ts";

export interface PdfEncryption {
  references: readonly number[];
  handlers: readonly number[];
}

interface PdfFile {
  bytes: number;
  encryption: PdfEncryption;
  read: ReadRange;
}

/**
 * Bytes to read before and after a match. Trailers and encryption dictionaries are much smaller.
 */
const WINDOW_BYTES = 16_384;
// Matches from the first digit of a number and limits the number of digits. Otherwise, the search
// of a long run of digits would take very long.
const OBJECT = /(?<!\d)(\d{1,10})[\0\t\n\f\r ]{1,16}(\d{1,5})[\0\t\n\f\r ]{1,16}obj/g;
const TRAILER = /obj|trailer/g;
// The padding string of ISO 32000-1 §7.6.3.3, algorithm 2, step a.
const PADDING = Buffer.from(
  "28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a",
  "hex",
);

/**
 * Returns false if the encryption cannot be read. If only an owner password is set, the standard
 * security handler accepts the empty user password.
 */
export async function opensWithoutPassword(file: PdfFile): Promise<boolean> {
  const dictionaries = new Map<string, PdfDictionary>();
  for (const at of file.encryption.handlers) {
    const { before, text } = await readAround(file, at);
    const object = [...text.slice(0, before).matchAll(OBJECT)].at(-1);
    const found = object && readDictionary(text, object.index + object[0].length);
    if (found) dictionaries.set(`${object[1]} ${object[2]}`, found);
  }
  let hasOpened = false;
  for (const at of file.encryption.references) {
    const { before, text } = await readAround(file, at);
    const start = [...text.slice(0, before).matchAll(TRAILER)].at(-1);
    const trailer = start && readDictionary(text, start.index + start[0].length);
    const encrypt = trailer?.get("Encrypt");
    const found = encrypt instanceof PdfReference ? dictionaries.get(encrypt.key) : encrypt;
    const [id] = toArray(trailer?.get("ID"));
    if (!(found instanceof Map)) continue;
    // A revision that needs no password must not hide another revision that needs a password.
    if (!acceptsEmptyPassword(found, toBytes(id))) return false;
    hasOpened = true;
  }
  return hasOpened;
}

async function readAround(file: PdfFile, at: number): Promise<{ before: number; text: string }> {
  const start = Math.max(0, at - WINDOW_BYTES);
  const bytes = await file.read(start, Math.min(file.bytes, at + WINDOW_BYTES));
  return { before: at - start, text: Buffer.from(bytes).toString("latin1") };
}

function readDictionary(text: string, at: number): PdfDictionary | undefined {
  try {
    const value = readPdfValue(text, at);
    return value instanceof Map ? value : undefined;
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined;
    throw error;
  }
}

function acceptsEmptyPassword(dictionary: PdfDictionary, id: Buffer): boolean {
  const filter = dictionary.get("Filter");
  if (!(filter instanceof PdfName) || filter.name !== "Standard") return false;
  const [version, revision] = [dictionary.get("V"), dictionary.get("R")];
  if (version === 5 && (revision === 5 || revision === 6)) {
    return acceptsBySha(dictionary, revision);
  }
  const isOlder = version === 1 || version === 2 || version === 4;
  return isOlder && (revision === 2 || revision === 3 || revision === 4)
    ? acceptsByMd5(dictionary, revision, id)
    : false;
}

/** @see ISO 32000-2 §7.6.4.4.10, algorithm 11 */
function acceptsBySha(dictionary: PdfDictionary, revision: 5 | 6): boolean {
  const user = toBytes(dictionary.get("U"));
  if (user.length < 48) return false;
  const salt = user.subarray(32, 40);
  const first = createHash("sha256").update(salt).digest();
  return (revision === 5 ? first : harden(first)).equals(user.subarray(0, 32));
}

/**
 * Hashes the empty password for revision 6. A byte is at most 255, so the loop has at most 287
 * rounds.
 * @see ISO 32000-2 §7.6.4.3.4, algorithm 2.B
 */
function harden(first: Buffer): Buffer {
  let key = first;
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(new Array<Buffer>(64).fill(key)));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    const algorithm = ["sha256", "sha384", "sha512"][remainder] ?? "sha256";
    key = createHash(algorithm).update(encrypted).digest();
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** @see ISO 32000-1 §7.6.3.3 and §7.6.3.4, algorithms 2 and 4 to 6 */
function acceptsByMd5(dictionary: PdfDictionary, revision: 2 | 3 | 4, id: Buffer): boolean {
  const owner = toBytes(dictionary.get("O")).subarray(0, 32);
  const user = toBytes(dictionary.get("U")).subarray(0, 32);
  const permissions = dictionary.get("P");
  const keyBytes = toKeyBytes(dictionary, revision);
  if (owner.length < 32 || user.length < 32 || typeof permissions !== "number" || !keyBytes) {
    return false;
  }
  const flags = Buffer.alloc(4);
  // Some programs store the permissions as an unsigned number.
  flags.writeInt32LE(permissions | 0);
  const hasClearMetadata = revision === 4 && dictionary.get("EncryptMetadata") === false;
  let key = md5(PADDING, owner, flags, id, Buffer.alloc(hasClearMetadata ? 4 : 0, 0xff));
  if (revision === 2) return rc4(key.subarray(0, keyBytes), PADDING).equals(user);
  for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, keyBytes));
  let check = md5(PADDING, id);
  for (let round = 0; round < 20; round += 1) {
    check = rc4(Buffer.from(key.subarray(0, keyBytes).map((byte) => byte ^ round)), check);
  }
  return check.equals(user.subarray(0, 16));
}

/**
 * Returns bytes. `Length` is a number of bits, but in a crypt filter it may be a number of bytes.
 */
function toKeyBytes(dictionary: PdfDictionary, revision: 2 | 3 | 4): number | undefined {
  if (revision === 2) return 5;
  const filters = dictionary.get("CF");
  const filterName = dictionary.get("StmF");
  const filter =
    filters instanceof Map && filterName instanceof PdfName ? filters.get(filterName.name) : null;
  const ofFilter = (filter instanceof Map ? filter.get("Length") : null) ?? 128;
  const length = dictionary.get("Length") ?? (revision === 4 ? ofFilter : 40);
  if (typeof length !== "number") return undefined;
  const bits = revision === 4 && length < 40 ? length * 8 : length;
  return Number.isInteger(bits / 8) && bits >= 40 && bits <= 128 ? bits / 8 : undefined;
}

function md5(...parts: Buffer[]): Buffer {
  return createHash("md5").update(Buffer.concat(parts)).digest();
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  const byteAt = (index: number) => state[index & 0xff] ?? 0;
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + byteAt(i) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + byteAt(i)) & 0xff;
      swap(i, j);
      return byte ^ byteAt(byteAt(i) + byteAt(j));
    }),
  );
}

function toBytes(value: PdfValue | undefined): Buffer {
  return value instanceof Buffer ? value : Buffer.alloc(0);
}

function toArray(value: PdfValue | undefined): PdfValue[] {
  return Array.isArray(value) ? value : [];
}
