/** Longest text without a digest. Digests are shorter, so shortening twice changes nothing. */
const MAX_CHARACTERS = 40;

/** Returns a digest that detects whether two texts of one user are the same. Not for secrets. */
function digestOf(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    // Rotated so that its low bits depend on all others, unlike those of the first hash.
    two = Math.imul(((two << 13) | (two >>> 19)) ^ unit, 0x85ebca6b);
  }
  const hex = (hash: number) => (hash >>> 0).toString(16);
  return `#${text.length}-${hex(one)}-${hex(two)}`;
}

/** Returns JSON with digests instead of long texts, to compare with other JSON of this kind. */
export function shortJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === "string" && each.length > MAX_CHARACTERS ? digestOf(each) : each,
  );
}
