import { describe, expect, it } from "vitest";
import { Jar, parseCookieHeader } from "./jar.js";

describe("parseCookieHeader", () => {
  it.each([
    [null, []],
    ["", []],
    ["a=1", [["a", "1"]]],
    [
      "a=1; b=2;c=3",
      [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ],
    ],
    [" a = 1 ", [["a", "1"]]],
    ["a=1=2", [["a", "1=2"]]],
    ["a=", [["a", ""]]],
    ["flag; a=1", [["a", "1"]]],
    [
      "a=1; a=2",
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ['a="x y"', [["a", "x y"]]],
    ['a="x', [["a", '"x']]],
    ['a=x"', [["a", 'x"']]],
    ["a=x%20y", [["a", "x y"]]],
    [
      "a=100%; b=%41",
      [
        ["a", "100%"],
        ["b", "A"],
      ],
    ],
  ])("reads %j as %j", (header, expected) => {
    expect(parseCookieHeader(header)).toEqual(expected.map(([name, value]) => ({ name, value })));
  });
});

describe("a cookie jar", () => {
  const scope = { secure: true };
  const names = (jar: Jar) => jar.changes().map(({ name, options }) => [name, options.maxAge]);

  it("returns the request's cookies with all changes so far", () => {
    const jar = new Jar(parseCookieHeader("a=1; a=2; b=3"), scope);
    expect(jar.get("a")).toBe("1");
    jar.set("a", "x y", 60);
    jar.set("c", "4", 60);
    jar.remove("b");
    expect([jar.get("a"), jar.get("b"), jar.get("c")]).toEqual(["x y", undefined, "4"]);
    expect(jar.getAll()).toEqual([
      { name: "a", value: "x y" },
      { name: "c", value: "4" },
    ]);
    expect(jar.header(null)).toBe("a=x%20y; c=4");
  });

  it("does not change the cookie list passed to the constructor", () => {
    const cookies = parseCookieHeader("a=1");
    new Jar(cookies, scope).remove("a");
    expect(cookies).toEqual([{ name: "a", value: "1" }]);
  });

  it("keeps only the last change of a cookie on each domain", () => {
    const jar = new Jar([], scope);
    jar.set("a", "1", 60);
    jar.remove("a");
    jar.set("b", "2", 60);
    jar.set("a", "3", 90);
    expect(names(jar)).toEqual([
      ["b", 60],
      ["a", 90],
    ]);
    expect(jar.changes()[1]).toEqual({
      name: "a",
      value: "3",
      options: { path: "/", httpOnly: true, sameSite: "lax", secure: true, maxAge: 90 },
    });
  });

  it("removes a cookie on the request's host and on the parent domain", () => {
    const jar = new Jar(parseCookieHeader("a=1"), { secure: false, domain: "example.com" });
    jar.remove("a");
    expect(
      jar.changes().map(({ value, options }) => [value, options.domain, options.maxAge]),
    ).toEqual([
      ["", undefined, 0],
      ["", "example.com", 0],
    ]);
    expect(jar.changes().map(({ options }) => options.secure)).toEqual([false, false]);
    const narrow = new Jar([], scope);
    narrow.remove("a");
    expect(names(narrow)).toEqual([["a", 0]]);
    expect(narrow.changes()[0]?.options.secure).toBe(true);
  });

  it("lists both the removal of a cookie on the host and its new value on the parent domain", () => {
    const jar = new Jar([], { secure: true, domain: "example.com" });
    jar.remove("a");
    jar.set("a", "1", 60);
    expect(jar.changes().map(({ value, options }) => [value, options.domain])).toEqual([
      ["", undefined],
      ["1", "example.com"],
    ]);
  });

  it("does not read the scope's `secure` when it only reads cookies", () => {
    let asked = 0;
    const lazy = {
      get secure() {
        asked += 1;
        return true;
      },
    };
    const jar = new Jar(parseCookieHeader("a=1"), lazy);
    jar.getAll();
    expect(asked).toBe(0);
    jar.set("b", "2", 60);
    expect(jar.changes()[0]?.options.secure).toBe(true);
  });
});
