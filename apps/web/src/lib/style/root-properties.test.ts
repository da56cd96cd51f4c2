import { expect, test } from "vitest";
import { cssString, styleSheet } from "@/lib/style/root-properties";

test("cssString escapes text so that it cannot end the CSS string or the style sheet", () => {
  expect(cssString("Year end")).toBe('"Year end"');
  expect(cssString('a"b\\c')).toBe('"a\\22 b\\5c c"');
  expect(cssString("</style>\n")).toBe('"\\3c /style>\\a "');
  expect(styleSheet({ "--print-record": cssString("Łukasz · “x”") })).toBe(
    ':root{--print-record:"Łukasz · “x”"}',
  );
});
