const KILOBYTE = 1024;
const MEGABYTE = 1_048_576;
const GIGABYTE = 1_073_741_824;

function inUnits(bytes: number, round: (value: number) => number): string {
  const kilobytes = round(bytes / KILOBYTE);
  if (kilobytes < 1024) return `${kilobytes}\u00a0KB`;
  const megabytes = round((bytes / MEGABYTE) * 10) / 10;
  if (megabytes < 1024) return `${megabytes}\u00a0MB`;
  return `${round((bytes / GIGABYTE) * 10) / 10}\u00a0GB`;
}

/** Rounds up, so that no size looks smaller than a limit that it exceeds. */
export const formatBytes = (bytes: number): string => inUnits(bytes, Math.ceil);

/** Rounds down, so that every file of the named size is accepted. */
export const formatLimit = (bytes: number): string => inUnits(bytes, Math.floor);
