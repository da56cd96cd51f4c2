import { expect, test } from "vitest";
import { page } from "@/features/requests/strings";

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
