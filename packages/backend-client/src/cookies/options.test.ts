import { expect, it } from "vitest";
import { cookieAttributes, parentDomains, serializeCookie } from "./options.js";

const write = (scope: { secure: boolean; domain?: string }, maxAge: number, value = "a b;c") =>
  serializeCookie({ name: "sb-x", value, options: cookieAttributes(scope, maxAge) });

it("a cookie is for the whole site, for no script, and not for foreign posts", () => {
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

it("carries Secure and the parent domain where its scope says so", () => {
  const scope = { secure: true, domain: "example.com" };
  expect(cookieAttributes(scope, 60)).toMatchObject(scope);
  expect(write(scope, 60, "x")).toBe(
    "sb-x=x; Path=/; Max-Age=60; Domain=example.com; Secure; HttpOnly; SameSite=Lax",
  );
});

it("is removed by its age and, for old browsers, by a date", () => {
  expect(write({ secure: false }, 0, "")).toBe(
    "sb-x=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
  );
});

it.each([
  [1.9, 1],
  [0.5, 0],
  [-5, 0],
])("an age of %d s is written as %d", (given, written) => {
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
])("the domains above %s that may set cookies for it are %j", (host, domains) => {
  expect(parentDomains(host)).toEqual(domains);
});
