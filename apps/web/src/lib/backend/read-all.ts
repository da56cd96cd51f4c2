/**
 * Reads a whole list, page by page in order of id. The service returns at most 1,000 rows at once
 * and does not say that there are more.
 * @param readPage returns at most `size` rows after an id, ordered by id
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
