/**
 * The parts of `JSON` that the ECMAScript feature “JSON.parse source text access” adds.
 * TypeScript's library does not describe these parts yet.
 */
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
 * or a long `numeric`. In the parsed value, these numbers are opaque objects.
 */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}
