import { Ajv, type SchemaObject } from "ajv";
import { refuse } from "./errors.ts";

/** Same options as on hosted Supabase, because clients rely on Ajv's messages and conversions. */
const ajv = new Ajv({ coerceTypes: "array", useDefaults: true, strict: false });

// Ajv alone would accept a text such as "1e999" as the integer Infinity.
ajv.addKeyword({
  keyword: "finite",
  schemaType: "boolean",
  validate: (isWanted: boolean, value: unknown) =>
    !isWanted || value === null || (typeof value === "number" && Number.isFinite(value)),
});

type Source = "body" | "querystring";

export type Check<T> = (source: Source, value: unknown) => T;

export function checkOf<T>(schema: SchemaObject): Check<T> {
  const validate = ajv.compile<T>(schema);
  return (source, value) => {
    if (validate(value)) return value;
    const texts = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${source}${instancePath} ${message}`,
    );
    throw refuse.invalidInput(texts.join(", "));
  };
}

export const integer = (minimum: number): SchemaObject => ({
  type: "integer",
  finite: true,
  minimum,
});

/** If a name occurs twice, its values become a list, which no field accepts. */
export function readQuery<T>(url: string, check: Check<T>): T {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(url).searchParams) {
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return check("querystring", query);
}
