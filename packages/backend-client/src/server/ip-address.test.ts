import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import { parseAddress, readAddress } from "./ip-address.js";

describe("parseAddress", () => {
  it.each([
    ["203.0.113.5", "203.0.113.5"],
    [" 203.0.113.5 ", "203.0.113.5"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["203.0.113.5:41234", "203.0.113.5"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:DB8:0:0::0001", "2001:db8::1"],
    ["2001:db8:0:1:0:0:0:1", "2001:db8:0:1::1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
    ["::", "::"],
    ["fe80::", "fe80::"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:41234", "2001:db8::1"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["[::FFFF:203.0.113.5]:80", "203.0.113.5"],
    ["::ffff:cb00:7105", "203.0.113.5"],
    ["::203.0.113.5", "::cb00:7105"],
    ["64:ff9b::203.0.113.5", "64:ff9b::cb00:7105"],
    ["1:2:3:4:5:6:203.0.113.5", "1:2:3:4:5:6:cb00:7105"],
  ])("reads %s as %s", (text, address) => {
    expect(parseAddress(text)?.text).toBe(address);
  });

  it.each([
    "",
    " ",
    "unknown",
    "_hidden",
    ":",
    ":1",
    "1:",
    ":::",
    "1:2:3:4:5:6:7:",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    "1:2:3:4:5:6:7:8::",
    "1:2:3:4:5:6:7:203.0.113.5",
    "::ffff:203.0.113",
    "::ffff:203.0.113.5:80",
    "::ffff:2a.0.113.5",
    "203.0.113.256",
    "203.0.113.05",
    "203.0.113",
    "203.0.113.5.6",
    "203.0.113.5:",
    "203.0.113.5:x",
    "203.0.113.5:123456",
    "1203.0.113.5",
    ".0.113.5",
    "2001:db8::1:41234:1:2:3:4:5",
    "2001:db8::g",
    "2001:db8::12345",
    "[2001:db8::1",
    "[2001:db8::1]x",
    "[2001:db8::1]:",
    "[2001:db8::1]:123456",
    "[203.0.113.5]",
    "2001:db8::1]",
    "fe80::1%eth0",
    "::1]/?x=[",
    "a:b@::1",
    "evil\tx",
    "203.0.113.5 203.0.113.6",
  ])("returns null for %j", (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it("refuses text longer than 64 characters without reading it", () => {
    const padded = "203.0.113.5".padStart(64);
    expect(readAddress(padded).address?.text).toBe("203.0.113.5");
    expect(readAddress(` ${padded}`)).toEqual({ address: null, steps: 0 });
  });

  it("returns an IPv6 address in the form that a URL's hostname has", () => {
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (numbers) => {
        fc.pre(numbers.slice(0, 5).some((number) => number > 0) || numbers[5] !== 0xffff);
        const written = numbers.map((number) => number.toString(16)).join(":");
        expect(`[${parseAddress(written)?.text}]`).toBe(new URL(`http://[${written}]/`).hostname);
      }),
    );
  });

  it("accepts an IPv6 address if and only if a URL accepts that address", () => {
    const text = fc
      .array(fc.constantFrom(":", "::", "1", "ff", "0db8", "203.0.113.5"), { maxLength: 17 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (written) => {
        fc.pre(written.length <= 64 && written.includes(":"));
        const bracketed = `[${written}]`;
        expect(parseAddress(bracketed) !== null).toBe(URL.canParse(`http://${bracketed}/`));
      }),
      { numRuns: samples(2000) },
    );
  });

  it("reads any header in at most 64 steps", () => {
    const character = fc.constantFrom(..."0123456789abcdefF:.[]% ,x");
    const short = fc.string({ unit: character, maxLength: 70 });
    const long = fc.tuple(short, fc.nat(16_384)).map(([text, length]) => text.padEnd(length, text));
    fc.assert(
      fc.property(fc.oneof(short, long), (text) => {
        expect(readAddress(text).steps).toBeLessThanOrEqual(64);
      }),
      { numRuns: samples(1000) },
    );
  });
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["2001::3:4:5:6:7:8", "2001:0:3:4::/64"],
  ])("for %s is %s", (text, network) => {
    expect(parseAddress(text)?.network).toBe(network);
  });
});

describe("isPrivate of an address", () => {
  it.each([
    "0.0.0.0",
    "10.0.0.4",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "169.254.1.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "::",
    "::1",
    "::ffff:10.0.0.4",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "febf::1",
  ])("is true for %s", (text) => {
    expect(parseAddress(text)?.isPrivate).toBe(true);
  });

  it.each([
    "1.0.0.1",
    "11.0.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "128.0.0.1",
    "169.253.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "::2",
    "1::1",
    "fb00::1",
    "fe00::1",
    "fec0::1",
    "fc::1",
  ])("is false for %s", (text) => {
    expect(parseAddress(text)?.isPrivate).toBe(false);
  });
});
