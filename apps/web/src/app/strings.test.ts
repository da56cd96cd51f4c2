import { expect, test } from "vitest";

const NAME = "Quist Ltd.";

const modules = import.meta.glob<Record<string, unknown>>("/src/**/strings.ts", { eager: true });

type Text = (...values: unknown[]) => unknown;

/** Returns the texts of all functions with a parameter that is the name of a firm or a person. */
function namedIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "function") {
    const parameters = parametersOf(value as Text);
    return parameters.some(isName) ? [[path, write(value as Text, parameters)]] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => namedIn(entry, `${path}.${key}`));
}

function parametersOf(text: Text): string[] {
  const [, parameters = ""] = /^\(?(.*?)\)? =>/.exec(String(text)) ?? [];
  return parameters.split(",");
}

const isName = (parameter: string) => /firm|client|name|person/i.test(parameter);

function write(text: Text, parameters: readonly string[]): string {
  const values = parameters.map((parameter) => (isName(parameter) ? NAME : "2"));
  try {
    return String(text(...values));
  } catch {
    return String(text(...values.map((value) => [value])));
  }
}

test("no text has a second period after a name such as “Quist Ltd.”", () => {
  const texts = Object.entries(modules).flatMap(([file, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => typeof value === "object")
      .flatMap(([name, value]) => namedIn(value, `${file} ${name}`)),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(([, text]) => text.includes(".."))).toEqual([]);
});
