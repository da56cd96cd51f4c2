import { readFileSync } from "node:fs";
import { converter, differenceCiede2000, type Lrgb, parse, wcagContrast } from "culori";
import { describe, expect, test } from "vitest";

const CSS = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const PAIR = /--(?:color-)?([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;

type Theme = "light" | "dark";
const tokens = new Map(
  [...CSS.matchAll(PAIR)].map(([, name, light, dark]) => [name, { light, dark }] as const),
);

function color(name: string, theme: Theme): string {
  const value = tokens.get(name)?.[theme];
  if (!value) throw new Error(`tokens.css has no color ${name}`);
  return value;
}

test("the default transition takes 120 ms", () => {
  expect(CSS).toContain("--default-transition-duration: 120ms;");
  expect(CSS).toContain("--default-transition-timing-function: ease-out;");
});

const THEMES = ["light", "dark"] as const;
const GROUNDS = ["surface", "canvas", "sunken", "hover", "raised", "hover-raised", "accent-soft"];
const MARKS = ["success-mark", "warning-mark", "danger-mark", "waiting-mark"];
const SOFT = ["success-soft", "warning-soft", "danger-soft"];
const onSoft = (name: string) => ["surface", "canvas", "hover", `${name}-soft`];

/**
 * Matrices that simulate color blindness in linear sRGB, from Machado, Oliveira and Fernandes
 * (2009) at full severity.
 */
const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

const toLinear = converter("lrgb");

function seenBy(vision: keyof typeof VISIONS, value: string): Lrgb {
  const linear = toLinear(parse(value));
  if (!linear) throw new Error(`${value} is not a color`);
  const [r, g, b] = VISIONS[vision].map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * linear.r + y * linear.g + z * linear.b)),
  ) as [number, number, number];
  return { mode: "lrgb", r, g, b };
}

/**
 * Text or icon color, its backgrounds, and the minimum contrast from WCAG 2.2: 7 for body text, 4.5
 * for other text, and 3 for icons and edges of controls.
 */
const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
  ["ink", GROUNDS, 7],
  ["ink-muted", [...GROUNDS, ...SOFT], 4.5],
  ["ink-subtle", GROUNDS, 4.5],
  ["accent", GROUNDS, 4.5],
  ["success", onSoft("success"), 4.5],
  ["warning", onSoft("warning"), 4.5],
  ["danger", onSoft("danger"), 4.5],
  ["on-primary", ["primary", "primary-hover"], 4.5],
  ["on-danger", ["danger-fill"], 4.5],
  ["on-toast", ["toast"], 7],
  ["toast-action", ["toast"], 4.5],
  ["toast-mark", ["toast"], 3],
  ...MARKS.map((mark) => [mark, ["surface", "canvas", "hover"], 3] as const),
  ["primary", ["surface"], 3],
  ["line-strong", ["surface", "canvas"], 3],
  ["focus", ["surface", "canvas"], 3],
];

describe.each(THEMES)("in the %s theme", (theme) => {
  test.each(PAIRS)(
    "the color %s has enough contrast on its backgrounds",
    (name, grounds, least) => {
      for (const ground of grounds) {
        const ratio = wcagContrast(color(name, theme), color(ground, theme));
        expect(ratio, `${name} on ${ground}`).toBeGreaterThanOrEqual(least);
      }
    },
  );

  test.each(Object.keys(VISIONS) as (keyof typeof VISIONS)[])(
    "the five status colors are distinguishable with %s vision",
    (vision) => {
      const names = ["accent", ...MARKS];
      const difference = differenceCiede2000();
      for (const [index, one] of names.entries()) {
        for (const other of names.slice(index + 1)) {
          const [first, second] = [one, other].map((name) => seenBy(vision, color(name, theme)));
          if (!first || !second) throw new Error("two names give two colors");
          expect(difference(first, second), `${one}, ${other}`).toBeGreaterThanOrEqual(14);
        }
      }
    },
  );

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("monogram color %i has enough contrast", (hue) => {
    const rule = CSS.split(`[data-hue="${hue}"]`)[1] ?? "";
    const [ground, ink] = [...rule.matchAll(PAIR)].map(([, , light, dark]) =>
      theme === "light" ? light : dark,
    );
    if (!ground || !ink) throw new Error(`tokens.css has no hue ${hue}`);
    expect(wcagContrast(ink, ground)).toBeGreaterThanOrEqual(5.8);
  });
});
