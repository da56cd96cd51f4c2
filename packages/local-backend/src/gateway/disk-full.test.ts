import { expect, it } from "vitest";
import { isDiskFull } from "./disk-full.ts";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

it.each(["ENOSPC", "EDQUOT", "53100"])("recognizes a full disk by the code %s", (code) => {
  expect(isDiskFull(withCode(code))).toBe(true);
  expect(isDiskFull(new Error("upload failed", { cause: withCode(code) }))).toBe(true);
});

it.each([withCode("ENOENT"), withCode("23505"), new Error("no space left"), "ENOSPC", undefined])(
  "recognizes no full disk in %o",
  (error) => {
    expect(isDiskFull(error)).toBe(false);
  },
);
