import { expect, test } from "vitest";
import { contrast, deriveFirmColors, isFirmColor } from "./firm-colors.ts";

test.each([
  ["#0d5f66", "#0d5f66", "#0d5f66", "#d8f5f8", "#236d74", "#66adb4", "#0b2f32"],
  ["#ffd400", "#8b7309", "#816a01", "#f5efd8", "#8b7309", "#ffd400", "#2f2810"],
  ["#f7b6c8", "#9e6475", "#955b6c", "#ffe8ed", "#9e6475", "#f7b6c8", "#392028"],
  ["#c0c0c0", "#747474", "#6b6b6b", "#eeeeee", "#747474", "#c0c0c0", "#292929"],
  ["#111111", "#111111", "#111111", "#eeeeee", "#656565", "#a1a1a1", "#292929"],
  ["#E4002B", "#e4002b", "#d40027", "#fde9e7", "#e4002b", "#ff7773", "#3a211f"],
])(
  "deriveFirmColors derives readable colors from %s",
  (typed, fill, text, soft, darkFill, darkText, darkSoft) => {
    expect(deriveFirmColors(typed)).toEqual({
      fill: { light: fill, dark: darkFill },
      soft: { light: soft, dark: darkSoft },
      text: { light: text, dark: darkText },
    });
  },
);

test("deriveFirmColors keeps text readable on black, white and 1,000 other colors", () => {
  const unreadable = ["#000000", "#ffffff", ...seededColors(1_000)].filter((typed) => {
    const { fill, soft, text } = deriveFirmColors(typed);
    return !(
      [fill, soft, text].every(({ light, dark }) => [light, dark].every(isWritten)) &&
      contrast(fill.light, "#ffffff") >= 4.5 &&
      contrast(fill.dark, "#ffffff") >= 4.5 &&
      contrast(fill.dark, "#151619") >= 3 &&
      contrast(text.light, "#ffffff") >= 4.5 &&
      contrast(text.light, soft.light) >= 4.5 &&
      contrast(text.dark, "#151619") >= 7 &&
      contrast(text.dark, soft.dark) >= 4.5
    );
  });
  expect(unreadable).toEqual([]);
});

test.each(["red", "#fff", "#12345g", "", " #0d5f66", "#0d5f66\n", "#0d5f66".repeat(1_000)])(
  "deriveFirmColors rejects the color %j",
  (typed) => {
    expect(isFirmColor(typed)).toBe(false);
    expect(() => deriveFirmColors(typed)).toThrow(RangeError);
  },
);

test.each([
  ["#000000", "#ffffff", "21.00"],
  ["#ffffff", "#000000", "21.00"],
  ["#777777", "#ffffff", "4.48"],
  ["#8b7309", "#ffffff", "4.61"],
])("contrast measures the contrast of %s and %s", (one, other, ratio) => {
  expect(contrast(one, other).toFixed(2)).toBe(ratio);
});

function isWritten(color: string): boolean {
  return /^#[0-9a-f]{6}$/.test(color);
}

function seededColors(count: number): string[] {
  let state = 20_261_127;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, "0")}`;
  });
}
