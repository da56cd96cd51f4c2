/** ECMAScript's JSON.parse source text access, which TypeScript's library does not describe yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

const json = JSON as unknown as ExactJson;

/**
 * Parses JSON so that `JSON.stringify` writes every number as it was: a key beyond 2^53 or a long
 * `numeric` stays exact. Such a number is an opaque object in between.
 */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}
