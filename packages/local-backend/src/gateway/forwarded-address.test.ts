import { expect, it } from "vitest";
import { forwardedAddress } from "./forwarded-address.ts";

it.each([
  ["an IPv4 address", "203.0.113.7", "203.0.113.7"],
  ["the first of several addresses", " 203.0.113.7 , 10.0.0.1", "203.0.113.7"],
  ["an IPv6 address", "2001:db8::1", "2001:db8::1"],
])("forwardedAddress returns %s", (_, header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});

it.each([
  ["a missing header", undefined],
  ["an empty header", ""],
  ["a host name", "client.example"],
  ["a long text", "a".repeat(10_000)],
  ["an address with a long zone", `fe80::1%${"a".repeat(10_000)}`],
])("forwardedAddress returns undefined for %s", (_, header) => {
  expect(forwardedAddress(header)).toBeUndefined();
});
