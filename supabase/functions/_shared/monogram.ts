const WORD = /^[\p{L}\p{N}]/u;
const IGNORED = "the";

const firstLetter = (word: string) => [...word][0] ?? "";

/**
 * Returns up to two letters that replace a missing picture, or "?" if the name has no word. Ignores
 * "The" if there are other words.
 */
export function monogramOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => WORD.test(word));
  const telling = words.filter((word) => word.toLowerCase() !== IGNORED);
  const [first = words[0], second] = telling;
  if (!first) return "?";
  const letters = second
    ? firstLetter(first) + firstLetter(second)
    : [...first].slice(0, 2).join("");
  return letters.toLocaleUpperCase("en");
}
