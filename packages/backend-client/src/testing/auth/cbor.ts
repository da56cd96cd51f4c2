export type Cbor =
  | number
  | string
  | boolean
  | null
  | Uint8Array<ArrayBuffer>
  | Cbor[]
  | Map<Cbor, Cbor>;

/** Decodes the part of CBOR that authenticators write (RFC 8949). */
export function decodeCbor(
  bytes: Uint8Array<ArrayBuffer>,
  start = 0,
): { value: Cbor; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const readLength = (info: number): number => {
    const size = { 24: 1, 25: 2, 26: 4 }[info];
    if (size === undefined) {
      if (info > 23) throw new RangeError("unsupported CBOR length");
      return info;
    }
    at += size;
    if (size === 1) return view.getUint8(at - 1);
    return size === 2 ? view.getUint16(at - 2) : view.getUint32(at - 4);
  };
  const read = (): Cbor => {
    const head = view.getUint8(at++);
    const kind = head >> 5;
    if (kind === 7) return { 20: false, 21: true }[head & 31] ?? null;
    const length = readLength(head & 31);
    if (kind === 0) return length;
    if (kind === 1) return -1 - length;
    if (kind === 4) return Array.from({ length }, read);
    if (kind === 5) return new Map(Array.from({ length }, () => [read(), read()] as const));
    const part = bytes.slice(at, at + length);
    at += length;
    return kind === 3 ? new TextDecoder().decode(part) : part;
  };
  const value = read();
  return { value, end: at };
}
