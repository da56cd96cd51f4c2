import { Ajv, type SchemaObject } from "ajv";
import { refuse } from "./errors.ts";

/**
 * Ajv has the same options as in hosted Supabase's Storage, because clients rely on Ajv's messages
 * and conversions, such as from `"60"` to a number.
 */
const ajv = new Ajv({ coerceTypes: "array", useDefaults: true, strict: false });

// Without this keyword, Ajv would convert a text such as "1e999" to Infinity, which would then be
// valid as an integer.
ajv.addKeyword({
  keyword: "finite",
  schemaType: "boolean",
  validate: (isWanted: boolean, value: unknown) =>
    !isWanted || value === null || (typeof value === "number" && Number.isFinite(value)),
});

/** The part of a request that contains the value. Error messages name this part. */
type Source = "body" | "querystring";

/**
 * Converts a value and checks it.
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

/** Returns the JSON schema of a whole number that is not below `minimum`. */
export const integer = (minimum: number): SchemaObject => ({
  type: "integer",
  finite: true,
  minimum,
});

/**
 * Reads the query of a request. If a name occurs twice, its value is a list, which no field
 * accepts.
 */
export function readQuery<T>(url: string, check: Check<T>): T {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(url).searchParams) {
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return check("querystring", query);
}
