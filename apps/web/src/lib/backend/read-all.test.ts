import { expect, test } from "vitest";
import { readAll } from "@/lib/backend/read-all";

test.each([0, 1, 2, 3, 4, 5])(
  "readAll reads every row of a list with %i rows, two rows per call",
  async (count) => {
    const rows = Array.from({ length: count }, (_, index) => ({ id: `id-${index}` }));
    const asked: (string | undefined)[] = [];
    const read = await readAll(async (after) => {
      asked.push(after);
      const from = rows.findIndex(({ id }) => id === after) + 1;
      return rows.slice(from, from + 2);
    }, 2);
    expect(read).toEqual(rows);
    expect(asked).toHaveLength(Math.floor(count / 2) + 1);
  },
);
