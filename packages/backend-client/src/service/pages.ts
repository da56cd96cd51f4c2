const LINK = /<[^>]*[?&]page=(\d+)[^>]*>\s*;\s*rel="?(next|last)\b/g;

/** Corrects the page numbers, because auth-js reads only their first digit. */
export function withPages(data: unknown, links: string | null): unknown {
  if (links === null || typeof data !== "object" || data === null) return data;
  const found = [...links.matchAll(LINK)].map(([, page, rel]) => [`${rel}Page`, Number(page)]);
  return { ...data, ...Object.fromEntries(found) };
}
