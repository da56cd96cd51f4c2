import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSpecification, readRepository, readRules, readTags } from "./specification.mjs";

const PAGE = "docs/spec/4-states.md";
const DECISION = "docs/decisions/024-large-firms.md";

function check(page, tests = "", files = {}) {
  const read = (path) => files[path];
  return checkSpecification([[PAGE, page]], [["a.test.ts", tests]], read).problems;
}

test("the specification check accepts a rule with a tagged test", () => {
  assert.deepEqual(check("- **S-4.1** A rule.", '// S-4.1\ntest("x", () => {});'), []);
});

test("readRules reads rules from lists and tables, including continuation lines", () => {
  const page = "- **S-4.1** One\n  goes on.\n\nProse.\n\n| Id | Rule |\n|---|---|\n| S-4.2 | Two |";
  assert.deepEqual(
    readRules(PAGE, page).map(({ id, text }) => [id, text]),
    [
      ["S-4.1", "- **S-4.1** One goes on."],
      ["S-4.2", "| S-4.2 | Two |"],
    ],
  );
});

test("the specification check reports a rule that has no test", () => {
  const [problem] = check("- **S-4.1** One.\n- **S-4.2** Two.", '// S-4.2\ntest("x", () => {});');
  assert.match(problem, /4-states\.md:1: S-4\.1 has no test/);
});

test("the specification check reports a test tag whose rule is not in the specification", () => {
  const [problem] = check("", '\n// S-4.7\ntest("x", () => {});');
  assert.match(problem, /a\.test\.ts:2: there is no rule S-4\.7/);
});

test("the specification check rejects a rule id that is repeated, out of order or on the wrong page", () => {
  const tags = '// S-4.1, S-4.2, S-5.1\ntest("x", () => {});';
  assert.match(check("- **S-4.1** A.\n- **S-4.1** B.", "// S-4.1\nit()")[0], /S-4\.1 is taken/);
  assert.match(check("- **S-4.2** A.\n- **S-4.1** B.\n", tags)[0], /Put the rules in order/);
  assert.deepEqual(
    check("- **S-4.2** A.\n\nProse.\n\n- **S-4.1** B.", "// S-4.1, S-4.2\nit()"),
    [],
  );
  assert.match(check("- **S-5.1** A.", "// S-5.1\nit()")[0], /does not belong to page 4/);
});

test("the specification check accepts a rule with a reason instead of a test, but not with an empty reason", () => {
  assert.deepEqual(check("- **S-4.1** A. By reading: the code is one line."), []);
  assert.equal(check("- **S-4.1** A. By reading:").length, 1);
});

test("the specification check accepts a recorded figure only if the rule links to a decision that contains it", () => {
  const page =
    "- **S-4.1** Fast. Recorded: 2.05 ms in [decision 24](../decisions/024-large-firms.md)";
  assert.deepEqual(check(page, "", { [DECISION]: "It took 2.05 ms." }), []);
  assert.match(check(page, "", { [DECISION]: "It took 3 ms." })[0], /records 2\.05/);
  assert.match(check(page.replace("2.05 ms", "fast"), "", { [DECISION]: "" })[0], /no figure/);
  const other = "- **S-4.1** Fast. Recorded: 2 ms in [x](../security.md)";
  assert.match(check(other, "", { "docs/security.md": "2 ms" })[0], /must link to a decision/);
});

test("readTags accepts a tag above a test, a group, a table of tests or a row, and on the first line", () => {
  for (const line of [
    'test("x"',
    "test.each([",
    'describe<A>("x"',
    "  {",
    '  row("x")',
    "it.for`",
  ]) {
    assert.deepEqual(
      readTags("a.test.ts", `\nimport x;\n// S-1.1\n// A note.\n${line}`).problems,
      [],
    );
  }
  assert.deepEqual(readTags("a.test.ts", "// S-1.1\n// S-1.2\n\nimport x;").problems, []);
});

test("readTags rejects a tag that belongs to no test", () => {
  for (const line of ["", "const x = 1;", "import x;", "}", "for (const a of b) {"]) {
    const { problems } = readTags("a.test.ts", `import x;\n// S-1.1\n${line}`);
    assert.match(problems[0], /a\.test\.ts:2: put the tag directly above a test/);
  }
});

test("readTags rejects a tag with a wrong format", () => {
  for (const line of ["// S-1.1 and S-1.2", "// S-1.1,S-1.2", "//S-1.1", "// [S-1.1]", "* S-1.1"]) {
    assert.match(readTags("a.test.ts", `${line}\ntest()`).problems[0], /write a tag as/);
  }
});

test("every rule of docs/spec has a test, a reason or a recorded figure, and every tag names a rule", () => {
  const { pages, tests, read } = readRepository();
  const { problems, rules, tagged } = checkSpecification(pages, tests, read);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    pages.map(([file]) => file.match(/\/(\d)-/)?.[1]),
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  );
  assert.ok(rules.length > 250, `found only ${rules.length} rules`);
  assert.ok(tagged.length > 250, `found only ${tagged.length} tagged rules`);
});
