const MAX_RANGES = 20;

/** Returns ranges such as `1-5,9`. The word `more` replaces all ranges after the first 20. */
export function toRanges(rows: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row === last.to + 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from < to ? `${from}-${to}` : from));
  return [...shown, ...(ranges.length > MAX_RANGES ? ["more"] : [])].join(",");
}

export function formatRanges(ranges: string | undefined): string | undefined {
  if (!ranges || !/^\d{1,7}(-\d{1,7})?(,\d{1,7}(-\d{1,7})?)*(,more)?$/.test(ranges))
    return undefined;
  return ranges.replaceAll("-", "–").replace(",more", " …").replaceAll(",", ", ");
}

const MAX_HEADINGS = 5;
const HEADING = "[\\p{L}\\p{N} _#&()'-]{1,40}";
const IGNORED = new RegExp(`^${HEADING}(,${HEADING}){0,${MAX_HEADINGS - 1}}(,…)?$`, "u");

/** Returns at most five headings for a URL, without characters that could form a link. */
export function toHeadings(headings: readonly string[]): string {
  const shown = headings
    .slice(0, MAX_HEADINGS)
    .map((heading) => heading.replace(/[^\p{L}\p{N}_#&()'-]+/gu, " ").slice(0, 40))
    .filter((heading) => heading.trim() !== "");
  return [...shown, ...(headings.length > MAX_HEADINGS ? ["…"] : [])].join(",");
}

export function formatHeadings(headings: string | undefined): string | undefined {
  if (!headings || !IGNORED.test(headings)) return undefined;
  return headings
    .split(",")
    .map((heading) => (heading === "…" ? heading : `“${heading.trim()}”`))
    .join(", ");
}
