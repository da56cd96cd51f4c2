import { describe, expect, it } from "vitest";
import { hueOf, monogramOf } from "@/lib/format/monogram";

describe("monogramOf", () => {
  it.each([
    ["Olivia Hart", "OH"],
    ["The Lamplight Theatre", "LT"],
    ["Bramble & Finch Bakery", "BF"],
    ["Harbour", "HA"],
    ["  Łukasz   Żak ", "ŁŻ"],
    ["“Quoted” Name", "NA"],
    ["7 Hills", "7H"],
    ["The", "TH"],
    ["élan", "ÉL"],
    ["a", "A"],
    ["", "?"],
    ["—", "?"],
  ])("shortens the name %j to %s", (name, letters) => {
    expect(monogramOf(name)).toBe(letters);
  });
});

describe("hueOf", () => {
  it("returns the FNV-1a hash modulo 8 for the published examples", () => {
    // The FNV-1a hashes of "", "a" and "foobar" are 811c9dc5, e40c292c and bf9cf968.
    expect(["", "a", "foobar"].map(hueOf)).toEqual([
      0x811c9dc5 % 8,
      0xe40c292c % 8,
      0xbf9cf968 % 8,
    ]);
  });

  it("uses each of the eight hues", () => {
    const hues = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`client-${index}`)));
    expect(hues).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });
});
