import type { EmailBody } from "./body.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import type { Links } from "./links.ts";

/** The texts of an email that depend on its kind. */
export interface Words
  extends Pick<
    EmailBody,
    | "headline"
    | "preheader"
    | "paragraphs"
    | "quote"
    | "rows"
    | "hasMarks"
    | "more"
    | "closing"
    | "action"
  > {
  subject: string;
}

export interface Context {
  links: Links;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * A function that returns the texts of an email of one kind.
 * @throws ZodError if the email's data does not match its kind
 */
export type Kind = (email: ClaimedEmail, context: Context) => Words;

/** Maximum number of rows or titles in an email. The linked page shows all of them. */
export const MOST_ROWS = 5;

export function firmOf(email: ClaimedEmail): string {
  return email.org_name || "Dossier";
}

export function titleOf(email: ClaimedEmail): string {
  return email.request_title || "Your request";
}

/** Writes a number with its noun on one line, such as "1 answer" or "2 answers". */
export function numbered(count: number, noun: string): string {
  return `${count}\u00a0${noun}${count === 1 ? "" : "s"}`;
}

/** Shortens a text to a number of characters, with an ellipsis at the end. */
export function shorten(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length
    ? `${letters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`
    : text;
}

export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
