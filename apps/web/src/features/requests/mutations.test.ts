import { expect, test } from "vitest";
import { toItemArgument } from "@/features/requests/mutations";
import { blankItem } from "@/features/requests/schema";

const toColumnName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test("toItemArgument passes each field of an item under the name of its column", () => {
  const item = blankItem("choice");
  const columns = Object.entries(item).map(([name, value]) => [toColumnName(name), value]);
  expect(toItemArgument({ ...item, id: "1" })).toEqual(Object.fromEntries(columns));
});
