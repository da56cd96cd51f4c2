/**
 * Reads a range for tests as strictly as Storage: an empty range returns the whole file and one
 * beyond the end is refused, so both throw.
 */
export function readStrictly(file: Uint8Array, start: number, end: number): Uint8Array {
  if (start < 0 || end <= start || end > file.length) {
    throw new Error(`no range of ${file.length} bytes: ${start} to ${end}`);
  }
  return file.slice(start, end);
}
