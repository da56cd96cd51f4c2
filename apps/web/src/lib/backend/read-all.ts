/**
 * Reads a list to its end, page after page by its id: the service gives no more than 1,000 rows at
 * once and does not say so.
 * @param readPage the rows behind an id, in the order of ids, at most `size`
 */
export async function readAll<Row extends { id: string }>(
  readPage: (after: string | undefined) => Promise<Row[]>,
  size: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1)?.id);
    rows.push(...page);
    if (page.length < size) return rows;
  }
}
