// Characters to remove from texts: invisible characters, and characters that change the direction
// of text. Joiners are not included, because some scripts and emoji need them.
const FORMAT =
  "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e007f}";
/** Matches characters that are invisible or change the direction of text. */
export const FORMAT_CHARACTERS = new RegExp(`[${FORMAT}]`, "gu");
const CONTROL_CHARACTERS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${FORMAT}]`, "gu");
const CONTROL_BUT_LINES = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${FORMAT}]`,
  "gu",
);

/**
 * Cleans one line of text for storage. Normalizes it to NFC, removes control characters and the
 * characters in `FORMAT`, and trims it.
 */
export function cleanLine(value: string): string {
  return value.normalize("NFC").replace(CONTROL_CHARACTERS, "").trim();
}

/**
 * Cleans several lines of text for storage, as {@link cleanLine} does, but keeps tabs and line
 * breaks. Line breaks become `\n`.
 */
export function cleanText(value: string): string {
  return value.normalize("NFC").replace(/\r\n?/g, "\n").replace(CONTROL_BUT_LINES, "").trim();
}
