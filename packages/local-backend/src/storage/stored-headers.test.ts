import { expect, test } from "vitest";
import { isHeaderValue, isMediaType } from "./stored-headers.ts";

test.each([
  ["text/plain", true],
  ["text/plain;charset=UTF-8", true],
  ['text/plain; charset=utf-8; a="b; c\\"d"', true],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", true],
  ["image/svg+xml", true],
  ["video/webm;codecs=vp8;", true],
  ["", false],
  ["nonsense", false],
  ["image/", false],
  ["/png", false],
  ["image/p ng", false],
  ["text/plain; charset", false],
  ["text/日本", false],
  ["text/plain\nx: y", false],
  ["text/plain\0", false],
  ['text/plain; a="日本"', false],
])("isMediaType(%j) returns %s", (text, expected) => {
  expect(isMediaType(text)).toBe(expected);
});

test.each([
  ["max-age=3600", true],
  ["", true],
  ["max-age=日本", false],
  ["a\r\nb: c", false],
  ["a\tb", false],
])("isHeaderValue(%j) returns %s", (text, expected) => {
  expect(isHeaderValue(text)).toBe(expected);
});
