const MARKS = /\p{M}/gu;

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
};

/**
 * Returns the text in lowercase and without accents. `private.fold` in the database replaces more
 * letters.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => LETTERS[letter] ?? letter);
}
