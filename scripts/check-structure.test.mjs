import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkAuthCalls,
  checkComponents,
  checkFeatureFiles,
  checkHooks,
  checkLayers,
  checkLib,
  checkLocales,
  checkPackage,
  featureEdges,
  findCycle,
} from "./check-structure.mjs";

const rules = { cookies: ["errors"], errors: [] };

test("the structure check accepts an allowed import between folders", () => {
  const files = [["src/cookies/chunk.ts", 'import { a } from "../errors/codes.js";']];
  assert.deepEqual(checkPackage("src", rules, files), []);
});

test("the structure check rejects a forbidden import, and names both folders", () => {
  const files = [["src/errors/codes.ts", 'import { a } from "../cookies/chunk.js";']];
  const [problem] = checkPackage("src", rules, files);
  assert.match(problem, /errors\/ may not import cookies\//);
});

test("the structure check treats a dynamic import as an import", () => {
  const files = [["src/errors/codes.ts", 'await import("../cookies/chunk.js")']];
  assert.equal(checkPackage("src", rules, files).length, 1);
});

test("the structure check rejects an unknown folder", () => {
  const [problem] = checkPackage("src", rules, [["src/utils/x.ts", ""]]);
  assert.match(problem, /utils is not a known folder/);
});

const rootRules = {
  "index.ts": ["errors"],
  "cli.ts": ["index.ts"],
  cookies: ["errors"],
  errors: [],
};

test("the structure check accepts an allowed import by a root file of src/, and an allowed import of a root file", () => {
  const files = [
    ["src/index.ts", 'export { a } from "./errors/codes.js";'],
    ["src/cli.ts", 'await import("./index.js");'],
  ];
  assert.deepEqual(checkPackage("src", rootRules, files), []);
});

test("the structure check rejects a forbidden import in a file in the root of src/", () => {
  const files = [["src/index.ts", 'import { a } from "./cookies/chunk.ts";']];
  const [problem] = checkPackage("src", rootRules, files);
  assert.match(problem, /index\.ts may not import cookies\//);
});

test("the structure check rejects a forbidden import of a file in the root of src/", () => {
  const files = [
    ["src/errors/codes.ts", 'import type { A } from "../index.js";'],
    ["src/cookies/chunk.ts", 'import type { A } from "../types.ts";'],
  ];
  const problems = checkPackage("src", rootRules, files);
  assert.match(problems[0], /errors\/ may not import index\.ts/);
  assert.match(problems[1], /cookies\/ may not import types\.ts/);
});

test("the structure check rejects an unknown file in the root of src/", () => {
  const [problem] = checkPackage("src", rootRules, [["src/service.ts", ""]]);
  assert.match(problem, /service\.ts is not a known root file/);
});

test("the structure check rejects an unknown file in a feature folder, but not the feature's components and tests", () => {
  const files = [
    "f/items/helpers.ts",
    "f/items/schema.ts",
    "f/items/schema.test.ts",
    "f/items/components/a.tsx",
  ];
  const problems = checkFeatureFiles("f", files);
  assert.equal(problems.length, 1);
  assert.match(problems[0], /helpers\.ts/);
});

test("the structure check rejects a file without JSX in components/, but not the test of a component", () => {
  const problems = checkComponents([
    ["src/features/items/components/rows.ts", "export const ROW = '<b>1</b>';"],
    ["src/components/ui/keys.tsx", "/** Like <Keys /> */\nexport const useKeys = () => null;"],
    ["src/components/ui/row.tsx", "export const Row = () => <li>1</li>;"],
    ["src/components/ui/rule.tsx", "export const Rule = () => <hr />;"],
    ["src/components/ui/both.tsx", "export const Both = () => <>{1}</>;"],
    ["src/components/ui/row.test.ts", ""],
    ["src/lib/forms/keys.ts", ""],
  ]);
  assert.equal(problems.length, 2);
  assert.match(problems[0], /rows\.ts: components\/ holds files with JSX/);
  assert.match(problems[1], /keys\.tsx: components\/ holds files with JSX/);
});

test("the structure check rejects a file without JSX in _components/, except tests and strings.ts", () => {
  const problems = checkComponents([
    ["src/app/_components/keys.ts", "export const KEYS = [];"],
    ["src/app/_components/strings.ts", "export const strings = {};"],
    ["src/app/_components/strings.test.ts", ""],
    ["src/app/_components/row.tsx", "export const Row = () => <li>1</li>;"],
    ["src/app/keys.ts", "export const KEYS = [];"],
  ]);
  assert.equal(problems.length, 1);
  assert.match(problems[0], /keys\.ts: _components\/ holds files with JSX, and strings\.ts/);
});

test("the structure check accepts strings.ts next to the shared components, but not in components/ of a feature", () => {
  const problems = checkComponents([
    ["src/components/strings.ts", "export const strings = {};"],
    ["src/components/ui/strings.ts", "export const strings = {};"],
    ["src/features/items/components/strings.ts", "export const strings = {};"],
  ]);
  assert.deepEqual(
    problems.map((problem) => problem.split(":")[0]),
    ["src/components/ui/strings.ts", "src/features/items/components/strings.ts"],
  );
});

test("the structure check rejects a loose file in lib/, even a test", () => {
  const files = ["src/lib/email.ts", "src/lib/email.test.ts", "src/lib/ids/uuid.ts"];
  const problems = checkLib("src/lib", files);
  assert.equal(problems.length, 2);
  assert.match(problems[0], /email\.ts: lib\/ holds folders only/);
});

test("the structure check rejects imports from lib/ to components/ to features/ to app/, unless the file is a test", () => {
  const importing = (layer) => `import { a } from "@/${layer}/b/c";`;
  const problems = checkLayers("src", [
    ["src/lib/forms/limits.ts", importing("features")],
    ["src/lib/forms/limits.test.ts", importing("features")],
    ["src/components/ui/button.tsx", `${importing("features")}\n${importing("app")}`],
    ["src/features/items/hooks.ts", 'const { a } = await import("@/app/b/c");'],
  ]);
  assert.equal(problems.length, 4);
  assert.match(problems[0], /limits\.ts: lib\/ may not import features\//);
  assert.match(problems[1], /button\.tsx: components\/ may not import features\//);
  assert.match(problems[2], /button\.tsx: components\/ may not import app\//);
  assert.match(problems[3], /hooks\.ts: features\/ may not import app\//);
});

test("the structure check accepts imports of the same layer and of lower layers", () => {
  const importAll = '\nimport "@/app/a";\nimport "@/features/a";\nimport "@/lib/a/b";';
  assert.deepEqual(
    checkLayers("src", [
      ["src/app/page.tsx", importAll],
      ["src/features/items/hooks.ts", 'import { a } from "@/components/ui/a";'],
      ["src/components/ui/a.tsx", 'import { b } from "@/components/ui/b";'],
      ["src/lib/forms/names.ts", 'import { isUuid } from "@/lib/ids/uuid";'],
      ["src/proxy.ts", importAll],
    ]),
    [],
  );
});

test("the structure check allows one subfolder in a feature, but no components or folders inside the subfolder", () => {
  const files = ["f/files/upload/queue.ts", "f/files/upload/queue.test.ts"];
  assert.deepEqual(checkFeatureFiles("f", files), []);
  const problems = checkFeatureFiles("f", [
    "f/files/upload/row.tsx",
    "f/files/upload/deep/queue.ts",
    "f/files/download/queue.ts",
  ]);
  assert.equal(problems.length, 3);
  assert.match(problems[0], /row\.tsx: a sub-noun folder holds plain/);
  assert.match(problems[1], /deep/);
  assert.match(problems[2], /files: has the folders upload, download/);
});

test("the structure check names the features of an import cycle", () => {
  const edges = featureEdges("f", [
    ["f/items/queries.ts", 'import "@/features/files/queries"'],
    ["f/files/queries.ts", 'import "@/features/items/types"'],
  ]);
  assert.deepEqual(findCycle(edges), ["items", "files", "items"]);
  assert.equal(
    findCycle(
      new Map([
        ["items", new Set(["files"])],
        ["files", new Set()],
      ]),
    ),
    undefined,
  );
});

test("the structure check rejects a fetch call in the SDK's session and server folders, except in auth-transport.ts", () => {
  const files = [
    ["src/session/auth-transport.ts", "await runtime.fetch(url)"],
    ["src/server/flow-client.ts", "await backend.runtime.fetch(input)"],
    ["src/session/keys.ts", "await fetch(url)"],
    ["src/session/other.ts", "// fetch(url) is elsewhere\nconst x = prefetch(url);"],
    ["src/data/retry.ts", "await runtime.fetch(url)"],
  ];
  assert.deepEqual(
    checkAuthCalls("src", files).map((sentence) => sentence.split(":")[0]),
    ["src/server/flow-client.ts", "src/session/keys.ts"],
  );
});

test("the structure check rejects a comparison or a format that names no locale", () => {
  const problems = checkLocales([
    ["src/names.ts", "rows.sort((a, b) => a.name.localeCompare(b.name));"],
    ["src/nested.ts", "a.name.localeCompare(nameOf(b))"],
    ["src/numbers.ts", "return count.toLocaleString();"],
    ["src/dates.ts", "new Intl.DateTimeFormat(undefined, { timeZone })"],
    ["src/lists.ts", "new Intl.ListFormat().format(names)"],
  ]);
  assert.deepEqual(
    problems.map((sentence) => sentence.split(":")[0]),
    ["src/names.ts", "src/nested.ts", "src/numbers.ts", "src/dates.ts", "src/lists.ts"],
  );
  assert.match(problems[0], /localeCompare\(b\.name\)/);
});

test("the structure check accepts a comparison that names its locale, and reading the browser's time zone", () => {
  const files = [
    ["src/names.ts", 'rows.sort((a, b) => a.name.localeCompare(b.name, "en"));'],
    ["src/nested.ts", 'a.name.localeCompare(nameOf(b), "en")'],
    ["src/numbers.ts", 'count.toLocaleString("en-GB")'],
    ["src/dates.ts", "new Intl.DateTimeFormat(LOCALE, { timeZone })"],
    ["src/zone.ts", "Intl.DateTimeFormat().resolvedOptions().timeZone"],
  ];
  assert.deepEqual(checkLocales(files), []);
});

const hookOf = (lines, end = "}") =>
  ["export function useDraft() {", ...Array(lines - 2).fill("  step();"), end].join("\n");

test("the structure check accepts a hook of 40 lines, and a long function that is not a hook", () => {
  const long = hookOf(60).replace("useDraft", "createDraft");
  assert.deepEqual(
    checkHooks([["hooks.ts", `const useId = () => useContext(Id);\n\n${hookOf(40)}\n\n${long}\n`]]),
    [],
  );
});

test("the structure check rejects a hook of 41 lines, and names it with its length", () => {
  const [problem] = checkHooks([["hooks.ts", `${hookOf(41)}\n`]]);
  assert.match(problem, /^hooks\.ts: useDraft has 41 lines/);
  const arrow = hookOf(41, "};").replace("function useDraft() {", "const useDraft = () => {");
  assert.equal(checkHooks([["hooks.ts", `${arrow}\n`]]).length, 1);
});
