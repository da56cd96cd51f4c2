import { type Page, type TestInfo, test } from "@playwright/test";
import axe, { type RunOnly, type RunOptions } from "axe-core";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const ALL_RULES: RunOnly = { type: "tag", values: [...WCAG, "best-practice"] };
/** An annotation of this type does not fail the test. */
const MODERATE = "moderate axe finding";
const RULES_ABOUT_COLOURS: RunOnly = { type: "rule", values: ["color-contrast"] };

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

type Finding = { text: string; isProblem: boolean };

/** Does not check frames, because the app's pages have none. */
async function run(page: Page, runOnly: RunOnly): Promise<Finding[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error("axe is not in the page.");
    // Finish CSS transitions, so that axe checks the final colors.
    for (const moving of document.getAnimations()) {
      if (moving instanceof CSSTransition) moving.finish();
    }
    const options: RunOptions = { runOnly: rules, resultTypes: ["violations"] };
    const { violations, passes } = await window.axe.run(document, options);
    if (passes.length + violations.length === 0) {
      return [{ text: "axe found nothing to look at", isProblem: true }];
    }
    return violations.flatMap(({ id, impact, tags, nodes }) =>
      nodes.map(({ html, any }) => ({
        text: `${id} (${impact}): ${html.slice(0, 160)} ${any[0]?.message ?? ""}`,
        isProblem: !tags.includes("best-practice") || impact === "serious" || impact === "critical",
      })),
    );
  }, runOnly);
}

/**
 * Returns all violations of WCAG rules, and the serious and critical violations of best practices.
 * In dark mode, checks only the colors, because all other results are the same as in light mode.
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
  const path = new URL(page.url()).pathname;
  for (const { text } of light.filter(({ isProblem }) => !isProblem)) {
    test.info().annotations.push({ type: MODERATE, description: `${path}: ${text}` });
  }
  return [
    ...light.filter(({ isProblem }) => isProblem).map(({ text }) => text),
    ...dark.map(({ text }) => `dark: ${text}`),
  ];
}

export function listModerate({ annotations }: TestInfo): void {
  const found = annotations.filter(({ type }) => type === MODERATE);
  for (const text of new Set(found.map(({ description }) => description))) console.log(text);
}
