import { expect, test } from "vitest";
import { lineAt, splitStatements } from "./statements.ts";

const texts = (script: string) => splitStatements(script).map(({ text }) => text.trim());

test("a semicolon in a string, a name, a comment or a dollar quote does not end a statement", () => {
  expect(
    texts("select ';', E'\\';', \";\" /* ; /* ; */ ; */ -- ;\n; select $$;$$, $a$;$$;$a$"),
  ).toEqual(["select ';', E'\\';', \";\" /* ; /* ; */ ; */ -- ;", "select $$;$$, $a$;$$;$a$"]);
});

test("a dollar sign in a name or a parameter does not begin a dollar quote", () => {
  expect(texts("select a$b$c from t; select $1; select 2")).toHaveLength(3);
});

test("a statement begins after its leading comment", () => {
  const script = "-- first\nselect 1;\n\n-- second\nselect 2;\n";
  expect(splitStatements(script).map(({ offset }) => lineAt(script, offset))).toEqual([2, 5]);
});

test("treats everything after an unclosed quote as one statement", () => {
  expect(texts("select 'a; select 2")).toEqual(["select 'a; select 2"]);
});
