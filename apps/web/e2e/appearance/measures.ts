import type { Page } from "@playwright/test";

/** `isAnswer` is the browser's `hadRecentInput`: true within 500 ms after user input. */
type Shift = { value: number; moved: string[]; isAnswer: boolean };

declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
}

export function recordLayoutShifts(): void {
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Element | null }[];
  };
  const shifts: Shift[] = [];
  window.layoutShifts = shifts;
  const nameOf = (node: Element | null) =>
    node ? `${node.nodeName.toLowerCase()} “${node.textContent?.slice(0, 40)}”` : "removed node";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      shifts.push({
        value: entry.value,
        moved: entry.sources.map(({ node }) => nameOf(node)),
        isAnswer: entry.hadRecentInput,
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * Largest sum of layout shifts to ignore. The HTML of a page's top or bottom bar may arrive in two
 * packets, which draws the bar in two steps. Web Vitals calls values up to 0.1 good.
 */
const UNSEEN = 0.02;

/** The browser reports a layout shift in the frame after the shift. */
export async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export async function forgetLayoutShifts(page: Page): Promise<void> {
  await page.evaluate(() => window.layoutShifts?.splice(0));
}

/**
 * Returns the layout shifts, or an empty list if their sum is below `most`. With `isAnswerToo`,
 * also counts shifts within half a second after user input.
 */
export async function findLayoutShifts(
  page: Page,
  isAnswerToo = false,
  most = UNSEEN,
): Promise<string[]> {
  const all = await page.evaluate(() => window.layoutShifts ?? null);
  if (all === null) return ["layout shifts were not recorded"];
  const shifts = all.filter(({ isAnswer }) => isAnswerToo || !isAnswer);
  if (shifts.reduce((sum, { value }) => sum + value, 0) < most) return [];
  return shifts.map(({ value, moved }) => `moved by ${value.toFixed(4)}: ${moved.join(", ")}`);
}

/**
 * A closed popover stays in the document, so a dialog that is a popover must also match
 * `:popover-open`.
 */
export const OPEN_DIALOG = "[role=dialog]:not([popover]), [role=dialog]:popover-open";

export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [
      `${scrollWidth} px wide on ${clientWidth} px`,
      ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 160)),
    ];
  });
}

/** Reports a help link that is not in its usual place (WCAG 2.2, 3.2.6). */
export function findMisplacedHelp(page: Page): Promise<string[]> {
  return page.evaluate((dialog) => {
    if (document.querySelector(dialog)) return [];
    const menu = document.querySelector("[data-frame=firm] > header details[name=account]");
    if (menu) {
      const ways = [...document.querySelectorAll("[data-shell] a[href^='/help']")];
      const isFirst = ways[0] === menu.querySelector("a[href]");
      return ways.length === 1 && isFirst
        ? []
        : [`${ways.length} ways to help in the firm's frame`];
    }
    const seen = [...document.querySelectorAll("a[href], summary, main")].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches("[data-shell] > header details a"),
    );
    if (document.querySelector("[data-frame=full]")) {
      const links = seen.filter((element) => element.matches("a[href^='/help']"));
      return links.length === 1 ? [] : [`${links.length} ways to help in the review`];
    }
    const staff = document.querySelector("[data-shell]:has(> .sheet)");
    if (staff) {
      const isHelp = (element: Element) => /^\s*Help\b/.test(element.textContent ?? "");
      const links = [...staff.querySelectorAll("a[href^='/help']")].filter(isHelp);
      const shown = links.filter((link) => seen.includes(link) && !link.closest("details"));
      const inMenu = links.filter((link) => link.closest("details[name=account]"));
      const isFine = shown.length + (innerWidth < 768 ? inMenu.length : 0) === 1;
      return isFine ? [] : [`${shown.length} ways to help`];
    }
    const isInHeader = (element: Element) => element.matches("[data-shell] > header *");
    const isAccount = (element: Element) =>
      element.matches("details[name=account] > summary, [href='/sign-in'], [href='/sign-up']");
    const placesOf = (isOne: (element: Element) => boolean) =>
      seen.flatMap((element, place) => (isInHeader(element) && isOne(element) ? [place] : []));
    const places = placesOf((element) => /^\s*Help\b/.test(element.textContent ?? ""));
    const [place] = places;
    if (place === undefined || places.length > 1) return [`${places.length} ways to help`];
    // Between the help link and `main`, only the account menu or the links to sign in and sign up
    // may appear.
    const expected = [place, ...placesOf(isAccount)];
    const main = seen.findIndex((element) => element.matches("main"));
    return expected.length <= 3 &&
      expected.at(-1) === place + expected.length - 1 &&
      main === place + expected.length
      ? []
      : [`help is number ${place}, the account ${placesOf(isAccount)}, the page ${main}`];
  }, OPEN_DIALOG);
}

export function findWrongStrokes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg.lucide")].flatMap((icon) => {
      const { strokeWidth } = getComputedStyle(icon);
      return Number.parseFloat(strokeWidth) === 1.75
        ? []
        : [`stroke of ${strokeWidth}: ${icon.getAttribute("class")}`];
    }),
  );
}

/** Ignores links within a sentence, as the WCAG exception for inline targets allows. */
export function findSmallTargets(page: Page, minimum: number): Promise<string[]> {
  return page.evaluate(
    ([least, dialog]) => {
      const scope = document.querySelector(dialog) ?? document;
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        // Elements of 1 px are for screen readers, or become larger when they get the focus.
        if (width <= 1 || height <= 1) return false;
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      };
      const isInSentence = (element: Element) =>
        getComputedStyle(element).display === "inline" &&
        element.parentElement?.textContent?.trim() !== element.textContent?.trim();
      const targetOf = (element: Element): DOMRect => {
        // Measure the label of a checkbox and the row of a stretched link, because they are
        // clickable.
        const isTicked = element.matches("[type=checkbox], [type=radio]");
        const label = isTicked ? (element as HTMLInputElement).labels?.[0] : undefined;
        if (label) {
          const [box, text] = [element.getBoundingClientRect(), label.getBoundingClientRect()];
          const width = Math.max(box.right, text.right) - Math.min(box.left, text.left);
          return new DOMRect(text.x, text.y, width, Math.max(box.height, text.height));
        }
        const isStretched = getComputedStyle(element, "::after").position === "absolute";
        const row = isStretched ? element.closest("li, tr") : undefined;
        return (row ?? element).getBoundingClientRect();
      };
      const controls = scope.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [role=option]",
      );
      return [...controls].flatMap((element) => {
        if (!isSeen(element) || isInSentence(element)) return [];
        const [width, height] = [targetOf(element).width, targetOf(element).height].map(Math.round);
        if (Math.min(width ?? 0, height ?? 0) >= least) return [];
        return [`${width}×${height} px: ${element.outerHTML.slice(0, 140)}`];
      });
    },
    [minimum, OPEN_DIALOG] as const,
  );
}

export async function findHiddenFocus(page: Page): Promise<string[]> {
  // An open menu closes when another element gets the focus, so focus the menu's button first.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("header details[open] > summary")?.focus();
  });
  // After a key press, the browser shows focus rings.
  await page.keyboard.press("Tab");
  return page.evaluate((dialog) => {
    const scope = document.querySelector(`${dialog}, header details[open]`) ?? document;
    const controls = scope.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    const hasRing = (element: Element) => {
      // A checkbox or radio button may have its ring on its label. A link may draw its ring with
      // `::after`, around the whole row.
      const label = element.closest("label");
      const isRing = label && getComputedStyle(label).outlineStyle !== "none";
      return (
        isRing ||
        [undefined, "::after"].some((part) => {
          const { outlineStyle, boxShadow } = getComputedStyle(element, part);
          return outlineStyle !== "none" || boxShadow !== "none";
        })
      );
    };
    const coverAt = (element: Element, x: number, y: number): Element | undefined => {
      if (y < 0 || y > innerHeight) return undefined;
      let above: Element | null = document.elementFromPoint(x, y);
      for (; above && !above.contains(element); above = above.parentElement) {
        if (element.contains(above)) return undefined;
        if (/^(sticky|fixed)$/.test(getComputedStyle(above).position)) return above;
      }
      return undefined;
    };
    return [...controls].flatMap((element) => {
      element.focus();
      const { left, top, bottom, width, height } = element.getBoundingClientRect();
      if (document.activeElement !== element || width <= 1) return [];
      const name = element.outerHTML.slice(0, 140);
      if (!hasRing(element)) return [`no focus ring: ${name}`];
      const inset = Math.min(height / 2, 12);
      const cover =
        coverAt(element, left + width / 2, top + inset) ??
        coverAt(element, left + width / 2, bottom - inset);
      if (cover) return [`focus under ${cover.outerHTML.slice(0, 90)}: ${name}`];
      if (element.ariaInvalid !== "true") return [];
      const errors = (element.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .flatMap((id) => document.getElementById(id) ?? []);
      return errors.flatMap((error) => {
        // This error is only for screen readers. Sighted users see its text elsewhere on the page.
        if (error.closest(".sr-only")) return [];
        const box = error.getBoundingClientRect();
        if (box.height === 0) return [];
        const over =
          coverAt(error, box.left + 2, box.top + 2) ?? coverAt(error, box.left + 2, box.bottom - 2);
        const isOut = box.top < 0 || box.bottom > innerHeight;
        return over || isOut ? [`error covered: ${error.textContent} of ${name}`] : [];
      });
    });
  }, OPEN_DIALOG);
}
