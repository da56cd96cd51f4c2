import { expect, test } from "vitest";
import { passOverTransactions } from "./own-transactions.ts";

const pass = (text: string) => passOverTransactions({ name: "a.sql", text }, "migration_failed");

test.each([
  "begin",
  "BEGIN WORK",
  "begin transaction isolation level serializable",
  "start transaction read only",
  "commit",
  "commit /* all */ work",
  "end transaction",
  "commit and chain",
])("replaces a transaction statement with spaces: %s", (statement) => {
  const text = `select 1;\n${statement};\nselect 2;`;
  expect(pass(text)).toBe(`select 1;\n${" ".repeat(statement.length)};\nselect 2;`);
});

test.each([
  "create function f() returns int begin atomic select 1; select 2; end; select 3",
  "do $$ begin commit; end $$",
  "select 'begin; commit;'",
  "savepoint a; rollback to savepoint a; rollback to a; release a",
  "commit prepared 'x'",
  "copy t from '/tmp/t.csv'; select 'copy t from stdin'",
])("keeps a statement that does not begin or end the script's transaction: %s", (text) => {
  expect(pass(text)).toBe(text);
});

test("replaces `begin` and `end` around a function definition with spaces, but keeps the `end` of its body", () => {
  const body = "create function f() begin atomic select 1; end;";
  expect(pass(`begin; ${body} end;`)).toBe(`     ; ${body}    ;`);
});

test.each(["rollback", "abort work", "ROLLBACK TRANSACTION"])(
  "refuses a rollback and reports its line: %s",
  (words) => {
    expect(() => pass(`begin;\n${words};`)).toThrow(`a.sql, line 2: "${words}" is not supported`);
  },
);

test("replaces the psql commands in a pg_dump file with spaces, but keeps the same words in a string", () => {
  const text = "\\restrict abc\n\nselect '\n\\restrict abc\n';\n\\unrestrict abc\nreset all;";
  expect(pass(text)).toBe(
    `${" ".repeat(13)}\n\nselect '\n\\restrict abc\n';\n${" ".repeat(15)}\nreset all;`,
  );
});
