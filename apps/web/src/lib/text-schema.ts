import { z } from "zod";

// Control and bidirectional characters; a text of several lines keeps tab and line feed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_BUT_LINES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line of text as it is stored: composed (NFC), without control characters, trimmed. */
export function cleanLine(value: string): string {
  return value.normalize("NFC").replace(CONTROL_CHARACTERS, "").trim();
}

/** Several lines of text as they are stored; line breaks become `\n`. */
export function cleanText(value: string): string {
  return value.normalize("NFC").replace(/\r\n?/g, "\n").replace(CONTROL_BUT_LINES, "").trim();
}

type TextRule = {
  /** Shortest length in characters; 0 makes the field optional. */
  min?: number;
  /** Longest length in characters. */
  max: number;
  /** Sentence when nothing was typed. */
  missing?: string;
  /** Sentence when it is too short; defaults to a rule with the number. */
  short?: string;
};

function rule(clean: (value: string) => string, { min = 0, max, missing, short }: TextRule) {
  const shortest = short ?? `Use at least ${min} characters.`;
  return z
    .string()
    .default("")
    .transform(clean)
    .superRefine((value, context) => {
      const length = [...value].length;
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (min > 0 && length === 0) add(missing ?? shortest);
      else if (length < min) add(shortest);
      else if (length > max) add(`Use at most ${max.toLocaleString("en-GB")} characters.`);
    });
}

/** Schema of one line of text. */
export const line = (options: TextRule) => rule(cleanLine, options);

/** Schema of several lines of text. */
export const text = (options: TextRule) => rule(cleanText, options);

/** E-mail address: at most 254 characters, lower-cased for comparison. */
export const email = z
  .string()
  .default("")
  .transform((value) => cleanLine(value).toLowerCase())
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: "Enter an e-mail address." });
    else if (value.length > 254 || !/^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(value)) {
      context.addIssue({
        code: "custom",
        message: "Enter an e-mail address like name@example.com.",
      });
    }
  });
