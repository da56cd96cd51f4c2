import { expect, test } from "vitest";
import { isNewBucketName, isObjectName, parseObjectPath } from "./object-key.ts";

test.each([
  ["a/b/c.pdf", true],
  ["with space & (parens)!.txt", true],
  ["a+b,c;d=e@f:g$h'i*j?k", true],
  ["", false],
  ["/leading", false],
  ["a/../b", false],
  ["..", false],
  ["./a", false],
  ["a/..b/...", true],
  ["ümlaut.txt", false],
  ["emoji😀.txt", false],
  ["back\\slash", false],
  ["hash#tag", false],
  ["percent%41", false],
  ["new\nline", false],
  ["nul\0byte", false],
  ["x".repeat(1025), false],
])("isObjectName(%j) returns %s", (name, expected) => {
  expect(isObjectName(name)).toBe(expected);
});

test.each([
  ["documents", true],
  ["a/b", false],
  [" spaced", false],
  ["x--table-s3", false],
  ["", false],
  ["x".repeat(101), false],
])("isNewBucketName(%j) returns %s", (name, expected) => {
  expect(isNewBucketName(name)).toBe(expected);
});

test("decodes percent-encoded characters of an object path once", () => {
  expect(parseObjectPath("/object/sign/docs/a%20b/c%2Fd%2541.txt", "/object/sign/")).toEqual({
    bucket: "docs",
    name: "a b/c/d%41.txt",
  });
});

test.each([
  ["/object/docs", "InvalidKey"],
  ["/object/docs/", "InvalidKey"],
  ["/object/docs/%zz", "InvalidKey"],
  ["/object//x", "InvalidBucketName"],
  ["/object/a%2Fb/x", "InvalidBucketName"],
  ["/elsewhere", "InvalidBucketName"],
])("refuses the object path %s with the code %s", (path, code) => {
  expect(() => parseObjectPath(path, "/object/")).toThrow(expect.objectContaining({ code }));
});
