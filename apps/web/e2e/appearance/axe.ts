import type { Page } from "@playwright/test";
import axe, { type RunOnly, type RunOptions } from "axe-core";

/** All success criteria of WCAG 2.2, levels A and AA, that axe can test. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const ALL_RULES: RunOnly = { type: "tag", values: WCAG };
const RULES_ABOUT_COLOURS: RunOnly = { type: "rule", values: ["color-contrast"] };

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Each page loads axe once. No page has frames, which would need axe as well. */
async function run(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error("axe is not in the page.");
    // End color transitions, so that axe checks the final colors.
    for (const moving of document.getAnimations()) {
      if (moving instanceof CSSTransition) moving.finish();
    }
    const options: RunOptions = { runOnly: rules, resultTypes: ["violations"] };
    const { violations, passes } = await window.axe.run(document, options);
    if (passes.length + violations.length === 0) return ["axe found nothing to look at"];
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(
        ({ html, any }) => `${id} (${impact}): ${html.slice(0, 160)} ${any[0]?.message ?? ""}`,
      ),
    );
  }, runOnly);
}

/**
 * Returns all axe findings of the page, whatever their impact. Checks all rules in light, and in
 * dark only the color rules, because nothing else differs. Ignores an appearance that the user has
 * chosen.
 */
export async function findAxeProblems(page: Page): Promise<string[]> {
  const chosen = await page.evaluate(() => {
    const { theme } = document.documentElement.dataset;
    delete document.documentElement.dataset.theme;
    return theme;
  });
  const light = await run(page, ALL_RULES);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await run(page, RULES_ABOUT_COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate((theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
  }, chosen);
  return [...light, ...dark.map((problem) => `dark: ${problem}`)];
}
