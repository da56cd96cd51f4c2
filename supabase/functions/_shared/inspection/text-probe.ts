/** Bytes that represent no character in Windows-1252. WHATWG decodes them to C1 controls. */
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Tab, line feed, form feed and carriage return. */
const ALLOWED_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d]);

export type TextEncoding = "utf-8" | "windows-1252";

export class TextProbe {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #isUtf8 = true;
  #is1252 = true;
  #hasControls = false;

  write(chunk: Uint8Array): void {
    if (this.#hasControls) return;
    for (const byte of chunk) {
      if (byte < 0x20 ? !ALLOWED_CONTROLS.has(byte) : byte === 0x7f) this.#hasControls = true;
      else if (UNDEFINED_1252.has(byte)) this.#is1252 = false;
    }
    this.#decode(chunk);
  }

  /** Returns `null` for binary content, and UTF-8 if both encodings match. */
  encoding(): TextEncoding | null {
    this.#decode();
    if (this.#hasControls) return null;
    if (this.#isUtf8) return "utf-8";
    return this.#is1252 ? "windows-1252" : null;
  }

  #decode(chunk?: Uint8Array): void {
    if (!this.#isUtf8) return;
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** Matches the start of a text that a browser or shell would interpret instead of showing it. */
const ACTIVE = /^\s*(?:#!|<\?|<!doctype\b|<!--|<(?:html|head|body|script|svg|iframe|x?html:)\b)/i;

export function isActiveText(head: Uint8Array): boolean {
  return ACTIVE.test(new TextDecoder("utf-8").decode(head.subarray(0, 1024)));
}
