import { expect, test } from "vitest";
import { limitBytesOf, mimeTypesOf } from "./bucket-input.ts";

test.each([
  ["10MB", 10_000_000],
  ["0.5mb", 500_000],
  ["10kb", 10_000],
  ["10b", 10],
  [7, 7],
  [null, null],
  [undefined, undefined],
])("reads the file size limit %j in decimal units", (size, bytes) => {
  expect(limitBytesOf(size, 100_000_000)).toBe(bytes);
});

test("refuses a file size limit above the global limit", () => {
  expect(() => limitBytesOf("1GB", 100_000_000)).toThrow("exceeded the maximum allowed size");
});

test.each([
  [["image/*", "text/plain; charset=utf-8", "*/*", "*", "application/vnd.a+xml"], undefined],
  [["", "image/png"], ["image/png"]],
  [[""], []],
])("accepts %j as a bucket's MIME types, and removes empty entries", (types, kept) => {
  expect(mimeTypesOf(types)).toEqual(kept ?? types);
});

test.each(["nonsense", "image/", "a b/c", "5"])("refuses %j as a bucket's MIME type", (type) => {
  expect(() => mimeTypesOf([type])).toThrow(`mime type ${type} is not supported`);
});
