import { describe, expect, it } from "vitest";
import { type ClientAddressOption, clientNetwork, findClientAddress } from "./client-address.js";

const VISITOR = "203.0.113.5";

function find(
  option: ClientAddressOption,
  headers: Record<string, string> = {},
  socketAddress?: string,
): string {
  const found = findClientAddress(option, new Headers(headers), socketAddress);
  return found.status === "known" ? found.address.text : found.status;
}

const via = (value: string) => ({ "x-forwarded-for": value });

describe('the client address option "auto"', () => {
  it.each([
    [
      "the address of a public socket, even if there are headers",
      via("198.51.100.9"),
      VISITOR,
      VISITOR,
    ],
    [
      "the last forwarded entry behind a private socket",
      via(`1.2.3.4, ${VISITOR}`),
      "::1",
      VISITOR,
    ],
    ["the last forwarded entry without a socket", via(`1.2.3.4,${VISITOR}`), undefined, VISITOR],
    ["the last forwarded entry with its port", via(`${VISITOR}:41234`), undefined, VISITOR],
    ["unknown for a private entry", via(`${VISITOR}, 10.0.0.1`), "127.0.0.1", "unknown"],
    [
      "unknown for an entry that is not an address",
      via(`${VISITOR}, unknown`),
      undefined,
      "unknown",
    ],
    ["unknown for an empty last entry", via(`${VISITOR},`), undefined, "unknown"],
    ["unknown for an empty header", via(""), undefined, "unknown"],
    ["unknown without header and socket", {}, undefined, "unknown"],
    [
      "unknown if only other headers have an address",
      { "x-real-ip": VISITOR },
      undefined,
      "unknown",
    ],
  ] as const)("returns %s", (_name, headers, socket, found) => {
    expect(find("auto", headers, socket)).toBe(found);
  });

  it("returns the socket's address when no headers are given", () => {
    const found = findClientAddress("auto", undefined, VISITOR);
    expect(found).toMatchObject({ status: "known", address: { text: VISITOR } });
    expect(findClientAddress("auto", undefined, undefined)).toEqual({ status: "unknown" });
  });
});

describe('the client address option "socket"', () => {
  it("ignores all headers", () => {
    expect(find("socket", via("198.51.100.9"), VISITOR)).toBe(VISITOR);
    expect(find("socket", via("198.51.100.9"))).toBe("unknown");
    expect(find("socket", via("198.51.100.9"), "10.0.0.1")).toBe("unknown");
  });
});

describe("the client address option `hops`", () => {
  it.each([
    [1, VISITOR, VISITOR],
    [2, `1.2.3.4, ${VISITOR}, 198.51.100.1`, VISITOR],
    [2, `${VISITOR},198.51.100.1`, VISITOR],
    [3, `${VISITOR}, 198.51.100.1, 198.51.100.2`, VISITOR],
    [2, "198.51.100.1", "bypassed"],
    [3, `${VISITOR}, 198.51.100.1`, "bypassed"],
    [1, "", "bypassed"],
    [2, ",198.51.100.1", "bypassed"],
    [2, "10.0.0.1, 198.51.100.1", "unknown"],
    [2, "unknown, 198.51.100.1", "unknown"],
  ])("with %i hops and the header %j returns %s", (hops, header, found) => {
    expect(find({ hops }, via(header), "198.51.100.7")).toBe(found);
  });

  it("reports that the request bypassed the proxy when X-Forwarded-For is missing", () => {
    expect(find({ hops: 1 }, {}, VISITOR)).toBe("bypassed");
  });

  it("reports an unknown address when headers are not available", () => {
    expect(findClientAddress({ hops: 1 }, undefined, VISITOR)).toEqual({ status: "unknown" });
  });
});

describe("the client address option `header`", () => {
  const option = { header: "CF-Connecting-IP" };

  it.each([
    [{ "cf-connecting-ip": VISITOR }, VISITOR],
    [{ "cf-connecting-ip": `1.2.3.4, ${VISITOR}` }, "unknown"],
    [{ "cf-connecting-ip": "10.0.0.1" }, "unknown"],
    [via(VISITOR), "unknown"],
  ])("with the headers %j returns %s", (headers, found) => {
    expect(find(option, headers, "198.51.100.7")).toBe(found);
  });
});

describe("a function as the client address option", () => {
  it("receives the headers and the socket's address", () => {
    const option: ClientAddressOption = (headers, socket) => headers.get("x-a") ?? socket ?? null;
    expect(find(option, { "x-a": VISITOR }, "198.51.100.7")).toBe(VISITOR);
    expect(find(option, {}, "198.51.100.7")).toBe("198.51.100.7");
    expect(find(option)).toBe("unknown");
    expect(find(option, { "x-a": "evil" })).toBe("unknown");
  });

  it("may return a private address, as in an intranet", () => {
    expect(find((headers) => headers.get("x-a"), { "x-a": "10.0.0.4" })).toBe("10.0.0.4");
  });
});

describe("clientNetwork", () => {
  it.each<[string, ClientAddressOption | undefined, Record<string, string>, string | null]>([
    ["the entry of the nearest proxy", undefined, via(`198.51.100.9, ${VISITOR}`), VISITOR],
    ["the header that the app names", { header: "x-real-ip" }, { "x-real-ip": VISITOR }, VISITOR],
    ["a header other than the one that the app names", { header: "x-real-ip" }, via(VISITOR), null],
    ["the /64 of an IPv6 address", { hops: 1 }, via("2001:db8:0:1::42"), "2001:db8:0:1::/64"],
    ["a private address", { hops: 1 }, via("10.0.0.4"), null],
    ["a request that bypassed a proxy", { hops: 2 }, via(VISITOR), null],
  ])(
    "returns the network, or null without a public address: %s",
    (_name, option, headers, expected) => {
      expect(clientNetwork(new Headers(headers), option)).toBe(expected);
    },
  );
});
