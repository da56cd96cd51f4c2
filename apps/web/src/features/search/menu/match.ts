import { fold } from "@/lib/format/fold";

export type MatchParts = readonly [before: string, match: string, after: string];

export function splitMatch(text: string, query: string): MatchParts | null {
  const wanted = fold(query.trim());
  if (wanted === "") return null;
  let folded = "";
  // For each position in `folded`, the index of the source character in `text`.
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
