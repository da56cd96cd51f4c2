import type { Page } from "@playwright/test";

export function barOf(page: Page): Promise<{ top: number; bottom: number; width: number } | null> {
  return page.evaluate(() => {
    const bar = document.querySelector("[data-phone-bar]")?.getBoundingClientRect();
    return bar ? { top: bar.top, bottom: bar.bottom, width: bar.width } : null;
  });
}

export async function tabThrough(page: Page) {
  const under: string[] = [];
  const seen = new Set<string>();
  let scrolled = 0;
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const [element, bar] = [document.activeElement, document.querySelector("[data-phone-bar]")];
      if (!element || element === document.body || !bar) return null;
      const all = [
        ...document.querySelectorAll("a[href], button, textarea, summary, input, select"),
      ];
      const [own, over] = [element.getBoundingClientRect(), bar.getBoundingClientRect()];
      return {
        id: `${all.indexOf(element)}`,
        isUnder:
          !bar.contains(element) && own.bottom > over.top + 0.5 && own.top < over.bottom - 0.5,
        name: element.outerHTML.slice(0, 120),
        scrolled: scrollY,
      };
    });
    if (!stop || seen.has(stop.id)) return { under, stops: seen.size, scrolled };
    seen.add(stop.id);
    scrolled = Math.max(scrolled, stop.scrolled);
    if (stop.isUnder) under.push(stop.name);
  }
}

export function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // Skip tabs, which scroll sideways, and rows of lists, which cut long text. Other tests check
    // them.
    [...document.querySelectorAll("main *:not(nav, nav *, li *)")]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const isCutting = overflowX !== "visible" || textOverflow === "ellipsis";
        const isSeen = element.checkVisibility() && element.clientWidth > 1;
        return isCutting && isSeen && element.scrollWidth > element.clientWidth;
      })
      .map((element) => `${element.textContent?.slice(0, 80)}`),
  );
}

export function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const tops = new Set<number>();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    range.selectNodeContents(node);
    for (const { top, width } of range.getClientRects()) if (width > 0) tops.add(Math.round(top));
  }
  return tops.size;
}
