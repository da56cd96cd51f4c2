/**
 * Reads all rows, one page after the other. A single call would return at most 1,000 rows, without
 * an error if there are more.
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
