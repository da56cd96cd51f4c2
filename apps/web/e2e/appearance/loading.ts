import type { Page } from "@playwright/test";

/** Largest shift, in pixels, that users do not notice. */
const UNSEEN = 1;

export type Place = { left: number; top: number; height: number };

export function readSkeleton(page: Page): Promise<Record<string, Place>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("[data-skeleton] [data-place]")].map((part) => {
        const { left, top, height } = part.getBoundingClientRect();
        return [part.dataset.place ?? "", { left, top: top + scrollY, height }];
      }),
    ),
  );
}

function readPlace(page: Page, selector: string): Promise<Place> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return { left, top: top + scrollY, height };
    });
}

/**
 * Reports the parts of a page that are not where the skeleton showed them. If the title has more
 * lines than in the skeleton, the parts below it may move down by the height of the additional
 * lines.
 */
export async function findMoved(
  page: Page,
  skeleton: Record<string, Place>,
  parts: Record<string, string>,
): Promise<string[]> {
  const problems: string[] = [];
  const title = await readPlace(page, parts.title ?? "main h1");
  const further = title.height - (skeleton.title?.height ?? title.height);
  for (const [name, selector] of Object.entries(parts)) {
    const said = skeleton[name];
    const { left, top } = await readPlace(page, selector);
    const expected = (said?.top ?? 0) + (name === "title" ? 0 : further);
    if (!said) problems.push(`the skeleton has no ${name}`);
    else if (Math.abs(said.left - left) > UNSEEN || Math.abs(expected - top) > UNSEEN) {
      problems.push(`${name} stands at ${left}, ${top}, not at ${said.left}, ${expected}`);
    }
  }
  return problems;
}
