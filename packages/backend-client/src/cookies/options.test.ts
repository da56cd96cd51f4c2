import { expect, it } from "vitest";
import { cookieAttributes, parentDomains, serializeCookie } from "./options.js";

const write = (scope: { secure: boolean; domain?: string }, maxAge: number, value = "a b;c") =>
  serializeCookie({ name: "sb-x", value, options: cookieAttributes(scope, maxAge) });

it("cookieAttributes returns HttpOnly, path / and SameSite=Lax by default", () => {
  expect(cookieAttributes({ secure: true }, 60)).toStrictEqual({
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: true,
    maxAge: 60,
  });
  expect(write({ secure: false }, 60)).toBe(
    "sb-x=a%20b%3Bc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
  );
});

it("cookieAttributes returns Secure and the parent domain if the scope has them", () => {
  const scope = { secure: true, domain: "example.com" };
  expect(cookieAttributes(scope, 60)).toMatchObject(scope);
  expect(write(scope, 60, "x")).toBe(
    "sb-x=x; Path=/; Max-Age=60; Domain=example.com; Secure; HttpOnly; SameSite=Lax",
  );
});

it("serializeCookie removes a cookie by setting Max-Age=0 and, for old browsers, a past Expires date", () => {
  expect(write({ secure: false }, 0, "")).toBe(
    "sb-x=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
  );
});

it.each([
  [1.9, 1],
  [0.5, 0],
  [-5, 0],
])("a cookie lifetime of %d s becomes Max-Age=%d", (given, written) => {
  expect(cookieAttributes({ secure: false }, given).maxAge).toBe(written);
});

it.each<[string | undefined, string[]]>([
  ["a.b.example.com", ["b.example.com", "example.com"]],
  ["1.app.example.com", ["app.example.com", "example.com"]],
  ["app.intranet.x1", ["intranet.x1"]],
  ["example.com", []],
  ["localhost", []],
  ["192.0.2.1", []],
  ["[2001:db8::1.2]", []],
  [undefined, []],
])(
  "parentDomains lists the parent domains of %s that may have set cookies: %j",
  (host, domains) => {
    expect(parentDomains(host)).toEqual(domains);
  },
);
