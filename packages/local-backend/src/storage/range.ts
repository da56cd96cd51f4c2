/** Both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Undefined means the whole file: no header, or another unit, which RFC 9110 §14.2 says to ignore.
 * `"unsatisfiable"` means a range outside the file, several ranges, or malformed ones.
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
