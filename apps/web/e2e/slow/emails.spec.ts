import { expect, test } from "@playwright/test";
import { findWideEmails, showLogos } from "../pages/emails";

test.beforeEach(({ page }) => showLogos(page));

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 640]) {
    test(`no email is wider than a window of ${width} px in the ${colorScheme} theme, even with a word of 2,000 characters`, async ({
      page,
    }) => {
      expect(await findWideEmails(page, { colorScheme, width })).toEqual([]);
    });
  }
}
