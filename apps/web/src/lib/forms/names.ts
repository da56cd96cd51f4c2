import { cleanLine, FORMAT_CHARACTERS } from "@/lib/forms/clean-text";

const LINK = /:\/\/|www\.|[^\s@]@[^\s@]+\.[^\s@]/iu;
const FIRM_SIGNS = /[@<>"\\]/u;
/** Digits, signs and letters that look like letters of “Dossier”, mapped to those letters. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["oοо0", "o"],
    ["eеε3", "e"],
    ["iіιı1|l", "i"],
    ["sѕ5$", "s"],
    ["dԁ", "d"],
  ].flatMap(([letters = "", letter = ""]) => [...letters].map((each) => [each, letter])),
);

function isOwnName(value: string): boolean {
  const folded = [
    ...value
      .normalize("NFKD")
      .replace(/[\u0300-\u036f\u200c\u200d]/gu, "")
      .toLowerCase(),
  ]
    .map((character) => LOOKALIKES[character] ?? character)
    .join("");
  return (
    folded.split(/[^\p{L}\p{N}_]+/u).includes("dossier") ||
    folded.replace(/[^\p{L}\p{N}]/gu, "") === "dossier"
  );
}

const NAME_SENTENCES = {
  invisible: "This name has invisible characters. Type it again.",
  link: "Use a name without a link or an email address.",
  signs: 'These characters cannot be in a firm’s name: @ < > " \\',
  own: "A firm’s name cannot contain “Dossier”. Emails say “via Dossier” after the name.",
};

export function nameProblem(value: string, isFirm: boolean): string | undefined {
  const folded = value.normalize("NFKC");
  if (value.search(FORMAT_CHARACTERS) >= 0) return NAME_SENTENCES.invisible;
  if (LINK.test(folded)) return NAME_SENTENCES.link;
  if (isFirm && FIRM_SIGNS.test(folded)) return NAME_SENTENCES.signs;
  return isFirm && isOwnName(value) ? NAME_SENTENCES.own : undefined;
}

export function tidyName(value: string, isFirm = false): string {
  if (!nameProblem(value, isFirm)) return value;
  const tidied = cleanLine(value)
    .normalize("NFKC")
    .replace(/:\/\//g, " ")
    .replace(/www\./gi, "")
    .replace(/[^\s@]@[^\s@]+\.[^\s@]\S*/g, "")
    .replace(isFirm ? /[@<>"\\]/g : /[@<>]/g, " ");
  return tidied.replace(/\s+/g, " ").trim();
}
