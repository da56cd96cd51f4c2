/**
 * Reads a range as strictly as Storage does. Throws for an empty range, for which Storage returns
 * the whole file, and for a range beyond the end, which Storage refuses.
 */
export function readStrictly(file: Uint8Array, start: number, end: number): Uint8Array {
  if (start < 0 || end <= start || end > file.length) {
    throw new Error(
      `The range ${start} to ${end} is empty or outside the file of ${file.length} bytes.`,
    );
  }
  return file.slice(start, end);
}
