import { expect, test } from "vitest";
import { strings } from "@/features/audit/strings";

test("the message about a broken record names the event as the list of events does", () => {
  const { place, inChain, id } = strings.list;
  expect(strings.verify.broken(5123, 5)).toContain(`event ${place(5)} ${inChain} (${id(5123)})`);
});

test("the hint below an incomplete list of people says in which order they are listed", () => {
  const { firstOnly, people } = strings.filter;
  const named = firstOnly(500).toLowerCase();
  const order = Object.values(people).map((group) => named.indexOf(group.toLowerCase()));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
});
