import { expect, it } from "vitest";
import { memberOf, readLiteral, SPREAD, UNKNOWN } from "./literals.js";
import { readModule } from "./module.js";
import { readConstant } from "./server-options.js";
import { readTokens } from "./tokens.js";

const read = (source: string) =>
  readLiteral(
    readTokens(source).filter(({ kind }) => kind !== "comment"),
    0,
  );

it.each([
  ["'a'", "a"],
  ['"a" + `b`', "ab"],
  ["12", 12],
  ["[1, 'b', true, null,]", [1, "b", true, null]],
  ["{ a: 1, 'b-c': { d: [] }, // e\n }", { a: 1, "b-c": { d: [] } }],
  ["(['a'])", ["a"]],
  ["['a'] as const", ["a"]],
  ["{ a: 1 } satisfies Record<string, number>", { a: 1 }],
  ["{ a: 'b' as A | B, c: 2 }", { a: "b", c: 2 }],
])("readLiteral returns the value of %s", (source, value) => {
  expect(read(source)).toEqual(value);
});

it.each([
  ["f()", UNKNOWN],
  ["a ? 'b' : 'c'", UNKNOWN],
  ["'a' + b", UNKNOWN],
  ["{ a: f(1, 2), b: 3 }", { a: UNKNOWN, b: 3 }],
  ["{ ...a, b: 3 }", { [SPREAD]: UNKNOWN, b: 3 }],
  ["{ ...(a ? { c: 1 } : {}), b: 3 }", { [SPREAD]: UNKNOWN, b: 3 }],
  ["{ a() { return 1; }, async b(c) {}, d: 4 }", { a: UNKNOWN, b: UNKNOWN, d: 4 }],
])(
  "readLiteral returns UNKNOWN for the parts of %s that are known only when the app runs",
  (source, value) => {
    expect(read(source)).toEqual(value);
  },
);

it("readLiteral finds an option that follows JSX text with a comma and an apostrophe", () => {
  const object = read("{ a: (b) => <p>Wait, don't go</p>, protect: ['/o'] }");
  expect([memberOf(object, "a"), memberOf(object, "protect")]).toEqual([UNKNOWN, ["/o"]]);
});

it("readLiteral resolves constants of the same file, and returns UNKNOWN for a circular reference", () => {
  const module = readModule(`
    const paths: string[] = ["/o", more];
    const more = "/p";
    const a = b, unused = 1;
    const b = a;
    export const config = { matcher: paths, loop: a };
  `);
  expect(readConstant(module, "config")).toEqual({ matcher: ["/o", "/p"], loop: UNKNOWN });
});

it("memberOf returns UNKNOWN for a member that a spread may set", () => {
  const object = read("{ a: 1, ...b }");
  expect([memberOf(object, "a"), memberOf(object, "c")]).toEqual([1, UNKNOWN]);
  expect([memberOf(read("{}"), "c"), memberOf(undefined, "c")]).toEqual([undefined, undefined]);
  expect(memberOf(UNKNOWN, "c")).toBe(UNKNOWN);
});
