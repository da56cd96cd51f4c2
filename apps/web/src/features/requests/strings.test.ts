import { expect, test } from "vitest";
import { composer, page } from "@/features/requests/strings";

test.each(["open", "complete"] as const)(
  "the hint below the link of a request with status “%s” says that its contacts sign in with a code",
  (status) => {
    expect(page.linkHint(status)).toContain("They sign in with a code that we email to them.");
  },
);

test.each([
  ["cancelled", "when and why your firm canceled the request"],
  ["archived", "when the request was closed"],
] as const)(
  "the hint below the link of a request with status “%s” says that contacts still see %s",
  (status, end) => {
    expect(page.linkHint(status)).toBe(
      `Contacts can no longer open the items. After they sign in, they see ${end}.`,
    );
  },
);

test("the messages about items without a section do not name a section", () => {
  expect(composer.sectionActions("")).toBe("Actions for the items without a section");
  expect(composer.removeSection("")).toBe("Remove the items without a section");
  expect(composer.sectionUp("")).toBe("Move up: the items without a section");
  expect(composer.sectionMoved("", 1, 3)).toBe(
    "Moved the items without a section to position 1 of 3.",
  );
  expect(composer.removedSection("", 1)).toBe("You removed 1 item without a section.");
  expect(composer.removedSection("Bank", 2)).toBe("You removed section “Bank” with 2 items.");
});
