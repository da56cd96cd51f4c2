/** Slowest download that an export is planned for, in bytes per second. */
const SLOWEST_BYTES_PER_SECOND = 4_000_000;
const RESERVE_SECONDS = 60;

/** Whether a token that ends at `expiresAt` (seconds) outlives an export of that many bytes. */
export function outlives(expiresAt: number, bytes: number, nowSeconds: number): boolean {
  return expiresAt - nowSeconds >= RESERVE_SECONDS + bytes / SLOWEST_BYTES_PER_SECOND;
}
