import { expect, test } from "vitest";
import { strings } from "@/features/templates/strings";

test("a template for requests that are due on the day they are created is due in “Same day”", () => {
  expect([0, 1, 2].map(strings.days)).toEqual(["Same day", "1 day", "2 days"]);
});
