const MARKS = /\p{M}/gu;

/** Makes texts comparable without regard to case and accents, like `private.fold` of the database. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

/** The text before a match, the match, and the text after it. */
export type MatchParts = readonly [before: string, match: string, after: string];

/** Splits a text at its first match, at the start of a word if possible. */
export function splitMatch(text: string, query: string): MatchParts | null {
  const wanted = fold(query.trim());
  if (wanted === "") return null;
  let folded = "";
  // For each folded character, the index of the character that it comes from.
  const sources: number[] = [];
  let index = 0;
  for (const character of text) {
    for (const part of fold(character)) {
      folded += part;
      for (let unit = 0; unit < part.length; unit += 1) sources.push(index);
    }
    index += character.length;
  }
  const atWord = ` ${folded}`.indexOf(` ${wanted}`);
  const start = atWord === -1 ? folded.indexOf(wanted) : atWord;
  if (start === -1) return null;
  const from = sources[start] ?? 0;
  const to = sources[start + wanted.length] ?? text.length;
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}
