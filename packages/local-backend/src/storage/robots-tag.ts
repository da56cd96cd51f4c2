import { refuse } from "./errors.ts";

const PLAIN_RULES = new Set([
  "all",
  "noindex",
  "nofollow",
  "none",
  "nosnippet",
  "indexifembedded",
  "notranslate",
  "noimageindex",
]);

const isFromMinusOne = (text: string) => /^-?\d+$/.test(text) && Number(text) >= -1;

const VALUED_RULES: Readonly<Record<string, (value: string) => boolean>> = {
  "max-snippet": isFromMinusOne,
  "max-video-preview": isFromMinusOne,
  "max-image-preview": (value) => ["none", "standard", "large"].includes(value),
  unavailable_after: (value) => !Number.isNaN(Date.parse(value)),
};

/**
 * Checks the header, because downloads of the object return it.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function requireRobotsTag(header: string | null): string | undefined {
  if (header === null || header === "") return undefined;
  for (const rule of rulesIn(header)) checkRule(rule);
  return header;
}

/** Splits the header at commas, except at the comma in the date of `unavailable_after`. */
function rulesIn(header: string): string[] {
  const rules: string[] = [];
  for (const part of header.split(",").map((text) => text.trim())) {
    const last = rules.at(-1) ?? "";
    const isDate = last.startsWith("unavailable_after:") && !isRule(part);
    if (isDate) rules[rules.length - 1] = `${last}, ${part}`;
    else rules.push(part);
  }
  return rules;
}

const nameOf = (rule: string) => rule.split(":", 1)[0] ?? "";
const isRule = (text: string) => PLAIN_RULES.has(text) || nameOf(text) in VALUED_RULES;

function checkRule(rule: string): void {
  if (PLAIN_RULES.has(rule)) return;
  const name = nameOf(rule);
  const value = rule.slice(name.length + 1).trim();
  const isValid = VALUED_RULES[name];
  if (isValid) {
    if (!isValid(value)) throw refuse.robotsTag(`"${name}" cannot be "${value}"`);
  } else if (value !== "") {
    // The part before the colon is the name of a crawler, as in `googlebot: noindex`.
    checkRule(value);
  } else {
    throw refuse.robotsTag(`Invalid X-Robots-Tag rule: "${rule}"`);
  }
}
