// Invisible characters, and characters that change the direction of text. The list omits joiners,
// because some scripts and emoji need them.
const FORMAT =
  "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e007f}";
export const FORMAT_CHARACTERS = new RegExp(`[${FORMAT}]`, "gu");
const CONTROL_CHARACTERS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${FORMAT}]`, "gu");
const CONTROL_BUT_LINES = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${FORMAT}]`,
  "gu",
);

export function cleanLine(value: string): string {
  return value.normalize("NFC").replace(CONTROL_CHARACTERS, "").trim();
}

export function cleanText(value: string): string {
  return value.normalize("NFC").replace(/\r\n?/g, "\n").replace(CONTROL_BUT_LINES, "").trim();
}
