/**
 * Reads a range for tests, no more leniently than Storage does: an empty range is answered with
 * the whole file, one beyond the end refused, and neither is the part that was asked for.
 */
export function readStrictly(file: Uint8Array, start: number, end: number): Uint8Array {
  if (start < 0 || end <= start || end > file.length) {
    throw new Error(`no range of ${file.length} bytes: ${start} to ${end}`);
  }
  return file.slice(start, end);
}
