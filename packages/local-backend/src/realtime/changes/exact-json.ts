/** Parts of `JSON` that TypeScript does not declare yet (“JSON.parse source text access”). */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

const json = JSON as unknown as ExactJson;

/**
 * Converts numbers that JavaScript would write differently, such as `1.50` or a key beyond 2^53, to
 * opaque objects, which `JSON.stringify` writes unchanged.
 */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}
