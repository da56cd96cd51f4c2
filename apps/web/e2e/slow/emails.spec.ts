import { expect, test } from "@playwright/test";
import { findWideEmails, showLogos } from "../pages/emails";

test.beforeEach(({ page }) => showLogos(page));

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 640]) {
    test(`an email with a word of 2,000 characters is at most ${width} px wide, in the ${colorScheme} theme`, async ({
      page,
    }) => {
      expect(await findWideEmails(page, { colorScheme, width })).toEqual([]);
    });
  }
}
