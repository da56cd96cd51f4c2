/** `end` is the position of the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns undefined for the whole file: without a header, or if the unit is not bytes (RFC 9110
 * §14.2).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  if (header === undefined || isOtherUnit(header)) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match) return "unsatisfiable";
  const [, first = "", last = ""] = match;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || end < start ? "unsatisfiable" : { start, end };
}

function isOtherUnit(header: string): boolean {
  const unit = /^([\w-]+)\s*=/.exec(header)?.[1];
  return unit !== undefined && unit.toLowerCase() !== "bytes";
}
