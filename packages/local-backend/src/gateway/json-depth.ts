/** `JSON.parse` accepts thousands of levels, but `JSON.stringify` would then overflow the stack. */
export const MAX_JSON_DEPTH = 100;

export function isNestedTooDeep(json: string, maxDepth = MAX_JSON_DEPTH): boolean {
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
      if (depth > maxDepth) return true;
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return false;
}
