/** Formats a limit, rounded down: `100 MB`, `5 GB`. 1 MB is 1,048,576 bytes. */
export function formatLimit(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes < 1024
    ? `${Math.floor(megabytes)}\u00a0MB`
    : `${Math.floor(megabytes / 1024)}\u00a0GB`;
}
