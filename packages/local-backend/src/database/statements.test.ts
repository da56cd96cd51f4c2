import { expect, test } from "vitest";
import { lineAt, splitStatements } from "./statements.ts";

const texts = (script: string) => splitStatements(script).map(({ text }) => text.trim());

test("a semicolon in a text, a name, a comment or a dollar quote ends nothing", () => {
  expect(
    texts("select ';', E'\\';', \";\" /* ; /* ; */ ; */ -- ;\n; select $$;$$, $a$;$$;$a$"),
  ).toEqual(["select ';', E'\\';', \";\" /* ; /* ; */ ; */ -- ;", "select $$;$$, $a$;$$;$a$"]);
});

test("a dollar inside a name or a parameter opens no quote", () => {
  expect(texts("select a$b$c from t; select $1; select 2")).toHaveLength(3);
});

test("a statement begins after the comment that introduces it", () => {
  const script = "-- first\nselect 1;\n\n-- second\nselect 2;\n";
  expect(splitStatements(script).map(({ offset }) => lineAt(script, offset))).toEqual([2, 5]);
});

test("an unfinished quote swallows the rest instead of failing", () => {
  expect(texts("select 'a; select 2")).toEqual(["select 'a; select 2"]);
});
