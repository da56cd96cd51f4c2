/** JSON.parse source text access of ECMAScript. TypeScript's library does not describe it yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

const json = JSON as unknown as ExactJson;

/**
 * Parses JSON so that `JSON.stringify` writes every number unchanged, for example a key beyond 2^53
 * or a long `numeric`. In the parsed value, such a number is an opaque object.
 */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}
