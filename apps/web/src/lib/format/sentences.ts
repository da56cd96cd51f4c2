/** Adds a period, unless the text already ends a sentence, as “Quist Ltd.” and “Who knows?” do. */
export function endSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

export function splitSentence(text: string): [first: string, rest: string] {
  const end = text.indexOf(". ");
  return end < 0 ? [text, ""] : [text.slice(0, end + 1), text.slice(end + 2)];
}
