/**
 * Reads a range, and throws if Storage would not return exactly that range. Storage returns the
 * whole file for an empty range, and refuses a range beyond the end.
 */
export function readStrictly(file: Uint8Array, start: number, end: number): Uint8Array {
  if (start < 0 || end <= start || end > file.length) {
    throw new Error(
      `The range ${start} to ${end} is empty or outside the file of ${file.length} bytes.`,
    );
  }
  return file.slice(start, end);
}
