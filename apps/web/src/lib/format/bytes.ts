const KILOBYTE = 1024;
const MEGABYTE = 1_048_576;
const GIGABYTE = 1_073_741_824;

/** Formats bytes in binary units: `12 KB`, `3.4 MB`, `5 GB`. */
function inUnits(bytes: number, round: (value: number) => number): string {
  const kilobytes = round(bytes / KILOBYTE);
  if (kilobytes < 1024) return `${kilobytes}\u00a0KB`;
  const megabytes = round((bytes / MEGABYTE) * 10) / 10;
  if (megabytes < 1024) return `${megabytes}\u00a0MB`;
  return `${round((bytes / GIGABYTE) * 10) / 10}\u00a0GB`;
}

/**
 * Formats the size of files. Rounds up, so that no size looks smaller than a limit that it exceeds.
 * Only an empty file is `0 KB`.
 */
export const formatBytes = (bytes: number): string => inUnits(bytes, Math.ceil);

/** Formats a limit. Rounds down, so that every file of the named size is accepted. */
export const formatLimit = (bytes: number): string => inUnits(bytes, Math.floor);
