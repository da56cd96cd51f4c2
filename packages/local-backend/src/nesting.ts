/** How deep a value may be nested. Far deeper ones can be read but no longer be written. */
const MAX_DEPTH = 100;

/** Whether a JSON text nests lists and objects deeper than this backend takes them in. */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isQuoted) {
      if (character === "\\") index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return false;
}
