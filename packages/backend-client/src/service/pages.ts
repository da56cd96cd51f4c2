const LINK = /<[^>]*[?&]page=(\d+)[^>]*>\s*;\s*rel="?(next|last)\b/g;

/** auth-js reads only the first digit of a page number, so read the numbers again. */
export function withPages(data: unknown, links: string | null): unknown {
  if (links === null || typeof data !== "object" || data === null) return data;
  const found = [...links.matchAll(LINK)].map(([, page, rel]) => [`${rel}Page`, Number(page)]);
  return { ...data, ...Object.fromEntries(found) };
}
