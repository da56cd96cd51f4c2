import { expect, test } from "vitest";
import { strings } from "@/features/clients/strings";

test.each([
  [2, 1, "You added 2 clients and 1 contact."],
  [1, 0, "You added 1 client."],
  [0, 3, "You added 3 contacts."],
])(
  "the message after an import of %i clients and %i contacts names only what was added",
  (clients, contacts, message) => {
    expect(strings.imported(clients, contacts)).toBe(message);
  },
);

test.each([
  [1, "Nothing new: the row matches an existing client."],
  [2, "Nothing new: both rows match existing clients and contacts."],
  [3, "Nothing new: all 3 rows match existing clients and contacts."],
])("the message after an import of %i known rows says that nothing is new", (rows, message) => {
  expect(strings.nothingNew(rows)).toBe(message);
});

test("the notice about names to change is in the singular for one name", () => {
  expect(strings.namesToChangeLead(1)).toMatch(/^This name appears .* it cannot .* Open it,/);
  expect(strings.namesToChangeLead(2)).toMatch(/^These names appear .* Open each name,/);
});
