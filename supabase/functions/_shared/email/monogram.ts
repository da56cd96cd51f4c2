/**
 * Returns two letters for a name: the first ones of its first two words without "The", or the first
 * two of its only word.
 */
export function monogramOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = "", second] =
    words.length > 1 && /^the$/i.test(words[0] ?? "") ? words.slice(1) : words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").toUpperCase();
}
