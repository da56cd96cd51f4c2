import { expect, it } from "vitest";
import { routePath } from "./route-path.js";

it.each([
  ["/", {}, {}, "/"],
  ["/(marketing)", {}, {}, "/"],
  ["/(marketing)", {}, { x: "1" }, "/?x=1"],
  ["/(staff)/o/[org]", { org: "acme" }, {}, "/o/acme"],
  ["/o/[org]", { org: "a%20b" }, {}, "/o/a%20b"],
  ["/docs/[...path]", { path: ["a", "b"] }, {}, "/docs/a/b"],
  ["/docs/[[...path]]", {}, {}, "/docs"],
  ["/docs/[[...path]]", { path: ["a"] }, {}, "/docs/a"],
  ["/x", {}, { a: ["1", "2"], b: undefined, c: "ä&=" }, "/x?a=1&a=2&c=%C3%A4%26%3D"],
])(
  "routePath fills the route %s with the parameters %j and the query %j",
  (route, params, query, path) => {
    expect(routePath(route, params, query)).toBe(path);
  },
);

it.each(["/a[b]", "/[b]c", "/x(y)", "/(x)y"])(
  "routePath leaves the segment %s unchanged",
  (route) => {
    expect(routePath(route, { b: "1" }, {})).toBe(route);
  },
);
