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
