/** Digests replace longer texts. A digest is shorter, so it is never replaced by another digest. */
const MAX_CHARACTERS = 40;

/** For comparing texts of one user. Not secure enough for secrets. */
function digestOf(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    // The rotation makes the low bits depend on all bits, unlike in the first hash.
    two = Math.imul(((two << 13) | (two >>> 19)) ^ unit, 0x85ebca6b);
  }
  const hex = (hash: number) => (hash >>> 0).toString(16);
  return `#${text.length}-${hex(one)}-${hex(two)}`;
}

/**
 * Returns JSON in which digests replace long texts. Compare the result only with other results of
 * this function.
 */
export function shortJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === "string" && each.length > MAX_CHARACTERS ? digestOf(each) : each,
  );
}
