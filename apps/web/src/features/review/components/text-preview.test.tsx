import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextContent } from "@/features/review/components/text-preview";
import { strings } from "@/features/review/strings";
import { parseTextStart } from "@/features/review/viewer/text-file";

const texts = strings.text;

function show(text: string, { isCut = false, mime = "text/csv" } = {}): string {
  const start = parseTextStart(new Uint8Array(Buffer.from(text)), { mime, isCut });
  return renderToStaticMarkup(<TextContent start={start} address="/files/f1" />);
}

const OPEN = 'a,b\n1,"2\n3,4\n';

test("the preview reports an unclosed quotation mark as an error only if it has the whole CSV file", () => {
  expect(show(OPEN)).toContain(texts.broken(2));
  const start = show(OPEN, { isCut: true });
  expect(start).toContain(texts.open(2));
  expect(start).not.toContain(texts.broken(2));
});

test("the preview calls a CSV file empty only if the whole file was read", () => {
  const start = show(`"${"x".repeat(1_000)}\n`, { isCut: true });
  expect(start).toContain(texts.open(1));
  expect(start).not.toContain(texts.empty);
  expect(show("\n\n", { isCut: true })).not.toContain(texts.empty);
  expect(show("\n\n")).toContain(texts.empty);
});

test("the preview names the broken row if a row of a large CSV file cannot be read", () => {
  const start = show('a,b\n"1" x,2\n3,4\n', { isCut: true });
  expect(start).toContain(texts.broken(2));
  expect(start).not.toContain(texts.rest);
});

test("the preview of a large CSV file with many rows says only that the rest is not shown", () => {
  expect(show(`${"a,b\n".repeat(200)}1,"2\n`, { isCut: true })).toMatch(
    new RegExp(`<p[^>]*>${texts.rest} <a`),
  );
});

test("the preview shows URLs, formulas and markup in a file as text", () => {
  const text =
    'a,b\nhttps://example.test/pay,"=HYPERLINK(""https://example.test"")"\n<b>x</b>,javascript:alert(1)\n';
  for (const mime of ["text/csv", "text/plain"]) {
    const markup = show(text, { mime });
    expect(markup, mime).toContain("https://example.test/pay");
    expect(markup, mime).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(markup, mime).not.toMatch(/<(?:a|b|script|img)\b/);
  }
});

test("the preview replaces characters that change the direction of text with visible marks", () => {
  for (const mime of ["text/csv", "text/plain"]) {
    const markup = show("Amount,Note\n\u202e05.1,a\u200bb\n", { mime });
    expect(markup, mime).toContain("\ufffd05.1");
    expect(markup, mime).toContain("a\ufffdb");
  }
});

test("the preview aligns a column to the right only if all its values are numbers", () => {
  const markup = show(
    'Date,Details,Out,Note,Memo\n01/03/2026,Rent,"£1,200.50",7,\n02/03/2026,Refund,,none,\n',
  );
  const right = [
    ...markup.matchAll(
      /<t[hd][^>]*text-right[^>]*dir="auto"[^>]*>|<t[hd][^>]*dir="auto"[^>]*text-right[^>]*>([^<]*)/g,
    ),
  ];
  expect(right.map(([, text]) => text)).toEqual(["Out", "£1,200.50", ""]);
});
