import { Buffer } from "node:buffer";

export class PdfReference {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type PdfDictionary = Map<string, PdfValue>;

export type PdfValue =
  | number
  | boolean
  | null
  | Buffer
  | PdfName
  | PdfReference
  | PdfValue[]
  | PdfDictionary;

export class PdfSyntaxError extends Error {
  override readonly name = "PdfSyntaxError";
}

/** Maximum nesting of values. Encryption dictionaries and trailers have far fewer levels. */
const MAX_DEPTH = 20;

const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const HEX_STRING = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;
const WORD = /true|false|null/y;
const OCTAL = /[0-7]{1,3}/y;
const ESCAPES: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "\n": "",
  "\r": "",
};

/**
 * @param text one character per byte
 * @see ISO 32000-1 §7.3
 */
export function readPdfValue(text: string, at: number): PdfValue {
  return new Reader(text, at).value(0);
}

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  value(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new PdfSyntaxError("depth");
    this.#take(SPACE);
    if (this.#skip("<<")) return this.#dictionary(depth);
    if (this.#skip("[")) return this.#array(depth);
    if (this.#skip("(")) return this.#literal();
    const reference = this.#take(REFERENCE);
    if (reference) return new PdfReference(`${reference[1]} ${reference[2]}`);
    const number = this.#take(NUMBER);
    if (number) return Number(number[0]);
    const name = this.#take(NAME);
    if (name) return new PdfName(name[1] ?? "");
    const hex = this.#take(HEX_STRING);
    if (hex) return fromHex(hex[1] ?? "");
    const word = this.#take(WORD);
    if (!word) throw new PdfSyntaxError("value");
    return word[0] === "null" ? null : word[0] === "true";
  }

  #dictionary(depth: number): PdfDictionary {
    const entries: PdfDictionary = new Map();
    for (;;) {
      this.#take(SPACE);
      if (this.#skip(">>")) return entries;
      const name = this.#take(NAME);
      if (!name) throw new PdfSyntaxError("key");
      entries.set(name[1] ?? "", this.value(depth + 1));
    }
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.#take(SPACE);
      if (this.#skip("]")) return values;
      values.push(this.value(depth + 1));
    }
  }

  #literal(): Buffer {
    const letters: string[] = [];
    for (let open = 1; this.#at < this.#text.length; ) {
      const letter = this.#text.charAt(this.#at);
      this.#at += 1;
      if (letter === "\\") letters.push(this.#escaped());
      else {
        if (letter === "(") open += 1;
        if (letter === ")") open -= 1;
        if (open === 0) return Buffer.from(letters.join(""), "latin1");
        letters.push(letter);
      }
    }
    throw new PdfSyntaxError("string");
  }

  #escaped(): string {
    const octal = this.#take(OCTAL);
    if (octal) return String.fromCharCode(Number.parseInt(octal[0], 8) & 0xff);
    const letter = this.#text.charAt(this.#at);
    this.#at += 1;
    if (letter === "\r") this.#skip("\n");
    return ESCAPES[letter] ?? letter;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #skip(token: string): boolean {
    const isNext = this.#text.startsWith(token, this.#at);
    if (isNext) this.#at += token.length;
    return isNext;
  }
}

/** If the number of digits is odd, adds a final 0 (ISO 32000-1 §7.3.4.3). */
function fromHex(digits: string): Buffer {
  const all = digits.replace(/[^0-9A-Fa-f]/g, "");
  return Buffer.from(all.length % 2 === 0 ? all : `${all}0`, "hex");
}
