import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { OPEN_DIALOG } from "./measures";

/** Longest animation, in seconds, that is allowed with reduced motion. */
const LONGEST = 0.01;

export async function findMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const found = await page.evaluate((longest) => {
    const secondsOf = (list: string) => Math.max(...list.split(",").map(Number.parseFloat));
    return [...document.querySelectorAll("*")].flatMap((element) =>
      [undefined, "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const isAnimated = style.animationName !== "none";
        return secondsOf(style.transitionDuration) > longest ||
          (isAnimated && secondsOf(style.animationDuration) > longest)
          ? [`moves: ${element.outerHTML.slice(0, 100)}`]
          : [];
      }),
    );
  }, LONGEST);
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/**
 * In forced colors, buttons, parts of bars and selected elements need their own border or
 * background.
 */
export async function findLostInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await page.evaluate((dialog) => {
    const scope = document.querySelector(dialog) ?? document;
    const seen = (selector: string) =>
      [...scope.querySelectorAll(selector)].filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      });
    const ground = getComputedStyle(document.body).backgroundColor;
    const isSeen = (element: Element) => {
      const style = getComputedStyle(element);
      const hasEdge = (["Top", "Right", "Bottom", "Left"] as const).some(
        (side) =>
          style[`border${side}Style`] !== "none" &&
          Number.parseFloat(style[`border${side}Width`]) > 0,
      );
      return (
        hasEdge ||
        style.outlineStyle !== "none" ||
        ![ground, "rgba(0, 0, 0, 0)"].includes(style.backgroundColor)
      );
    };
    const edgeless = (what: string, selector: string) =>
      seen(selector)
        .filter((element) => !isSeen(element))
        .map((element) => `${what} without an edge: ${element.outerHTML.slice(0, 140)}`);
    const lost = seen("svg.lucide").filter((icon) => {
      const { stroke, color } = getComputedStyle(icon);
      return stroke !== "none" && (stroke === ground || color === ground);
    });
    return [
      ...edgeless("button", "main button"),
      ...edgeless("bar", "[data-bar] > *, svg[data-bar], .meter"),
      ...edgeless(
        "selection",
        "[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true]",
      ),
      ...lost.map((icon) => `icon without color: ${icon.outerHTML.slice(0, 100)}`),
    ];
  }, OPEN_DIALOG);
  await page.emulateMedia({ forcedColors: null });
  return found;
}

export async function expectFillInForcedColors(bar: Locator): Promise<void> {
  const page = bar.page();
  await page.emulateMedia({ forcedColors: "active" });
  const value = await bar.evaluate((element) => (element as HTMLProgressElement).position);
  expect(value).toBeGreaterThan(0.1);
  expect(value).toBeLessThan(0.9);
  const { data, info } = await sharp(await bar.screenshot({ animations: "disabled" }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = Math.floor(info.height / 2) * info.width;
  const colorAt = (share: number) => {
    const start = (middle + Math.floor(info.width * share)) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  expect(colorAt(value / 2)).not.toEqual(colorAt((1 + value) / 2));
  await page.emulateMedia({ forcedColors: null });
}
