import { describe, expect, it } from "vitest";
import { forwardedAddress, parseAddress } from "./client-address.js";

describe("an address", () => {
  it.each([
    ["203.0.113.5", "203.0.113.5"],
    [" 203.0.113.5 ", "203.0.113.5"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["203.0.113.5:41234", "203.0.113.5"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:DB8:0:0::0001", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:41234", "2001:db8::1"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["[::FFFF:203.0.113.5]:80", "203.0.113.5"],
    ["::ffff:cb00:7105", "203.0.113.5"],
    ["::203.0.113.5", "::cb00:7105"],
  ])("written %s is %s", (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  it.each([
    "",
    "unknown",
    "_hidden",
    "203.0.113.256",
    "203.0.113.05",
    "203.0.113",
    "203.0.113.5.6",
    "203.0.113.5:",
    "203.0.113.5:x",
    "203.0.113.5:123456",
    "1203.0.113.5",
    "2001:db8::1:41234:1:2:3:4:5",
    "2001:db8::g",
    "[2001:db8::1",
    "[2001:db8::1]x",
    "[2001:db8::1]:123456",
    "[203.0.113.5]",
    "fe80::1%eth0",
    "::1]/?x=[",
    "a:b@::1",
    "evil\tx",
  ])("is not %j", (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe("the last entry of X-Forwarded-For", () => {
  const of = (value: string | null) =>
    forwardedAddress(new Headers(value === null ? {} : { "x-forwarded-for": value }));

  it("is the visitor's, whatever stands before it", () => {
    expect(of("198.51.100.1, 203.0.113.5:41234")).toBe("203.0.113.5");
  });

  it.each([
    null,
    "",
    "203.0.113.5,",
    "10.0.0.4:41234",
    "[fd00::1]:80",
    "::ffff:10.0.0.4",
    "::ffff:a00:4",
    "fe80::1",
    "febf::1",
    "fc00::1",
    "::1",
    "::",
    "0.1.2.3",
    "127.0.0.1:3000",
    "169.254.1.1",
    "172.16.0.1",
    "172.31.0.1",
    "192.168.1.1",
  ])("says nothing when it is %j", (value) => {
    expect(of(value)).toBeNull();
  });

  it.each(["172.15.0.1", "172.32.0.1", "11.0.0.1", "192.169.0.1", "fec0::1", "::1:0:0:1"])(
    "is public: %s",
    (value) => {
      expect(of(value)).not.toBeNull();
    },
  );
});
