import { expect, it } from "vitest";
import { isDiskFull } from "./disk-full.ts";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

it.each(["ENOSPC", "EDQUOT", "53100"])("recognizes the code %s as a full disk", (code) => {
  expect(isDiskFull(withCode(code))).toBe(true);
  expect(isDiskFull(new Error("upload failed", { cause: withCode(code) }))).toBe(true);
});

it.each([withCode("ENOENT"), withCode("23505"), new Error("no space left"), "ENOSPC", undefined])(
  "does not recognize %o as a full disk",
  (error) => {
    expect(isDiskFull(error)).toBe(false);
  },
);
