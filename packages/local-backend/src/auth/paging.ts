import { invalid } from "./errors.ts";

/**
 * Maximum for the page number and the page size, so that the offset fits in a PostgreSQL bigint.
 */
const MAX_COUNT = 2_147_483_647;
const DEFAULT_PER_PAGE = 50;

export interface Page {
  number: number;
  size: number;
}

export function readPage(query: Readonly<Record<string, string>>): Page {
  // On hosted Supabase, page 0 is the first page.
  const number = Math.max(1, readCount(query.page, "page", 1));
  const size = readCount(query.per_page, "per_page", DEFAULT_PER_PAGE);
  if (size === 0) throw badPaging("per_page must not be 0");
  return { number, size };
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === "") return fallback;
  if (!/^\d+$/.test(text)) throw badPaging(`strconv.ParseUint: parsing "${text}": invalid syntax`);
  const count = Number(text);
  if (count > MAX_COUNT) throw badPaging(`${name} must not be above ${MAX_COUNT}`);
  return count;
}

function badPaging(cause: string) {
  return invalid(`Bad Pagination Parameters: ${cause}`);
}

export function describePage(
  path: string,
  query: Readonly<Record<string, string>>,
  { page, total }: { page: Page; total: number },
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const link = (target: number, rel: string) => {
    const parameters = new URLSearchParams({ ...query, page: String(target) });
    parameters.sort();
    return `<${path}?${parameters}>; rel="${rel}"`;
  };
  const next = page.number < last ? [link(page.number + 1, "next")] : [];
  return { "x-total-count": String(total), link: [...next, link(last, "last")].join(", ") };
}
