import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Every success criterion of WCAG 2.2, levels A and AA, that axe can test. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

async function run(page: Page, rules?: string[]): Promise<string[]> {
  // The pages hold no frames; without them axe needs no second page to put its parts together.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules
    ? builder.withRules(rules)
    : builder.withTags(WCAG)
  ).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      ({ html, any }) => `${id} (${impact}): ${html.slice(0, 160)} ${any[0]?.message ?? ""}`,
    ),
  );
}

/**
 * What axe finds on a page as it stands, in light and in dark, of any impact: all rules in light,
 * those about colours again in dark, as nothing else changes.
 */
export async function findAxeProblems(page: Page): Promise<string[]> {
  const light = await run(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await run(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((problem) => `dark: ${problem}`)];
}
