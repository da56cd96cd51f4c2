import { z } from "zod";

// Text must not contain control characters, or characters that are invisible or change its
// direction. Keep joiners, because some scripts and emoji need them. Text of several lines may
// contain tab and line feed.
const FORMAT =
  "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e007f}";
const FORMAT_CHARACTERS = new RegExp(`[${FORMAT}]`, "gu");
const CONTROL_CHARACTERS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${FORMAT}]`, "gu");
const CONTROL_BUT_LINES = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${FORMAT}]`,
  "gu",
);

/**
 * Cleans one line of text for storage: normalizes it to NFC, removes control characters, and trims
 * it.
 */
export function cleanLine(value: string): string {
  return value.normalize("NFC").replace(CONTROL_CHARACTERS, "").trim();
}

/** Cleans several lines of text for storage. Line breaks become `\n`. */
export function cleanText(value: string): string {
  return value.normalize("NFC").replace(/\r\n?/g, "\n").replace(CONTROL_BUT_LINES, "").trim();
}

type TextRule = {
  /** In characters. 0 makes the field optional. */
  min?: number;
  max: number;
  missing?: string;
  short?: string;
};

function rule(
  clean: (value: string) => string,
  { min = 0, max, missing, short }: TextRule,
  problemOf?: (value: string) => string | undefined,
) {
  const shortest = short ?? `Use at least ${min} characters.`;
  return z
    .string()
    .default("")
    .superRefine((value, context) => {
      const message = problemOf?.(value);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform(clean)
    .superRefine((value, context) => {
      const length = [...value].length;
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (min > 0 && length === 0) add(missing ?? shortest);
      else if (length < min) add(shortest);
      else if (length > max) add(`Use at most ${max.toLocaleString("en-GB")} characters.`);
    });
}

export const line = (options: TextRule) => rule(cleanLine, options);

export const text = (options: TextRule) => rule(cleanText, options);

/** An email address of at most 254 characters, in lower case for comparison. */
export const email = z
  .string()
  .default("")
  .transform((value) => cleanLine(value).toLowerCase())
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: "Enter an email address." });
    else if (value.length > 254 || !/^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(value)) {
      context.addIssue({
        code: "custom",
        message: "Enter an email address like name@example.com.",
      });
    }
  });

const LINK = /:\/\/|www\.|[^\s@]@[^\s@]+\.[^\s@]/iu;
const FIRM_SIGNS = /[@<>"\\]/u;
/** Digits and letters of other scripts that look like the letters of "Dossier". */
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
  signs: 'A firm’s name cannot contain @ < > " or \\.',
  own: "A firm’s name cannot contain “Dossier”. Emails say “via Dossier” after the name.",
};

function nameProblem(value: string, isFirm: boolean): string | undefined {
  const folded = value.normalize("NFKC");
  if (value.search(FORMAT_CHARACTERS) >= 0) return NAME_SENTENCES.invisible;
  if (LINK.test(folded)) return NAME_SENTENCES.link;
  if (isFirm && FIRM_SIGNS.test(folded)) return NAME_SENTENCES.signs;
  return isFirm && isOwnName(value) ? NAME_SENTENCES.own : undefined;
}

/** Removes from a stored name everything that {@link name} refuses, as far as possible. */
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

/** Schema of a name that appears in emails: of a user, client, contact or firm. */
export const name = ({ isFirm = false, ...options }: TextRule & { isFirm?: boolean }) =>
  rule(cleanLine, options, (value) => nameProblem(value, isFirm));
