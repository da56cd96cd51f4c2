import type { EmailBody } from "./body.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import type { Links } from "./links.ts";

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

export type Kind = (email: ClaimedEmail, context: Context) => Words;

export const MAX_ROWS = 5;

export function firmOf(email: ClaimedEmail): string {
  return email.org_name || "Dossier";
}

export function titleOf(email: ClaimedEmail): string {
  return email.request_title || "Your request";
}

/**
 * A title alone would be ambiguous: “Harbour & Lane canceled Mortgage application” sounds as if the
 * firm canceled the mortgage.
 */
export function requestOf({ request_title }: ClaimedEmail): string {
  return request_title ? `the request “${request_title}”` : "your request";
}

export function numbered(count: number, noun: string): string {
  return `${count}\u00a0${noun}${count === 1 ? "" : "s"}`;
}

export function shorten(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length
    ? `${letters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`
    : text;
}

/** Adds a period, unless the text already ends a sentence, as “Quist Ltd.” and “Do you rent?” do. */
export function endSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
