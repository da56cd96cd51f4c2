import { Ajv, type SchemaObject } from "ajv";
import { refuse } from "./errors.ts";

/**
 * Set up as in the Storage service: clients rely on its coercions, such as `"60"` for a number, and
 * read its messages.
 */
const ajv = new Ajv({ coerceTypes: "array", useDefaults: true, strict: false });

// A text such as "1e999" would be coerced to an infinite integer.
ajv.addKeyword({
  keyword: "finite",
  schemaType: "boolean",
  validate: (isWanted: boolean, value: unknown) =>
    !isWanted || value === null || (typeof value === "number" && Number.isFinite(value)),
});

/** Where a value comes from, as messages name it. */
type Source = "body" | "querystring";

/**
 * Coerces a value and checks it.
 * @throws StorageError `InvalidRequest` that names the field
 */
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

/** A whole number from `minimum` on. */
export const integer = (minimum: number): SchemaObject => ({
  type: "integer",
  finite: true,
  minimum,
});

/** Reads the query of a request. A name that occurs twice is a list, which no field accepts. */
export function readQuery<T>(url: string, check: Check<T>): T {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(url).searchParams) {
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return check("querystring", query);
}
