import { expect, test } from "vitest";
import { groupByDay } from "@/features/requests/due-groups";

const request = (id: string, dueOn: string) => ({ id, dueOn });

test("groupByDay returns one group per due date, in the order of the list", () => {
  const rows = [
    request("a", "2026-11-30"),
    request("b", "2026-12-01"),
    request("c", "2026-12-01"),
    request("d", "2026-12-04"),
  ];
  expect(groupByDay(rows, "2026-11-30")).toEqual([
    { title: "Today", requests: [rows[0]] },
    { title: "Tomorrow", requests: [rows[1], rows[2]] },
    { title: "Fri 4\u00a0Dec", requests: [rows[3]] },
  ]);
});

test("groupByDay returns no group if nothing is due", () => {
  expect(groupByDay([], "2026-11-30")).toEqual([]);
});
