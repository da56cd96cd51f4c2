import { createRequire } from "node:module";
import { beforeAll, expect, it } from "vitest";
import { findUnknown, memberOf, readLiteral, SPREAD, UNKNOWN } from "./literals.js";
import { readModule } from "./module.js";
import { readStaticConstant } from "./server-options.js";
import { isMark, readTokens } from "./tokens.js";

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
  const tokens = readTokens(
    'paths = ["/o", more]; more = "/p"; a = b; b = a; { protect: paths, loop: a }',
  );
  const value = readLiteral(
    tokens,
    tokens.findIndex((token) => isMark(token, "{")),
    (name) => tokens.findIndex(({ text }, at) => text === name && isMark(tokens[at + 1], "=")) + 2,
  );
  expect(value).toEqual({ protect: ["/o", "/p"], loop: UNKNOWN });
});

it("memberOf returns UNKNOWN for a member that a spread may set", () => {
  const object = read("{ a: 1, ...b }");
  expect([memberOf(object, "a"), memberOf(object, "c")]).toEqual([1, UNKNOWN]);
  expect([memberOf(read("{}"), "c"), memberOf(undefined, "c")]).toEqual([undefined, undefined]);
  expect(memberOf(UNKNOWN, "c")).toBe(UNKNOWN);
});

const next = createRequire(import.meta.url);
const { installBindings } = next("next/dist/build/swc/install-bindings") as {
  installBindings(): Promise<void>;
};
const { parseModule } = next("next/dist/build/analysis/parse-module") as {
  parseModule(file: string, source: string): Promise<unknown>;
};
const { extractExportedConstValue } = next("next/dist/build/analysis/extract-const-value") as {
  extractExportedConstValue(module: unknown, name: string): { value: unknown } | object;
};
beforeAll(() => installBindings());

it.each([
  "{ matcher: '/a' }",
  "{ matcher: `/a` }",
  "{ 'matcher': ['/a', '\\u002fb',], }",
  "{ matcher: [{ source: '/a', has: [{ type: 'cookie', key: 'b' }] }] }",
  "{ matcher: ['/a'] as const }",
  "{ matcher: ['/a'] } satisfies Config",
  "{ a: true, b: null, c: undefined, d: 1_000, matcher: [] }",
  "{ matcher: path }",
  "{ matcher: ['/a', { source: path }] }",
  "{ path }",
  "constant",
  "{ matcher: '/a' + '/b' }",
  "{ matcher: ['/a', ('/b')] }",
  "({ matcher: '/a' })",
  `{ matcher: \`/\${path}\` }`,
  "{ matcher: '/a', ...constant }",
  "{ matcher: ['/a', ...constant] }",
  "{ matcher: '/a', 1: 'b' }",
  "{ matcher: '/a', ['b']: 'c' }",
  "{ matcher: '/a', b() {} }",
  "{ matcher: '/a', b: f() }",
  "{ matcher: ['/a', -1] }",
  "{ matcher: ['/a']! }",
  "Object.freeze({ matcher: '/a' })",
])(
  "readStaticConstant reads %s as Next does, or marks the part that Next refuses as unknown",
  async (source) => {
    const program = `const path = "/a", constant = {};\nexport const config: Config = ${source};`;
    const read = extractExportedConstValue(await parseModule("proxy.ts", program), "config");
    const value = readStaticConstant(readModule(program), "config");
    if ("value" in read) expect(value).toEqual(read.value);
    else expect(findUnknown(value, "config")).toMatch(/^config/);
  },
);
