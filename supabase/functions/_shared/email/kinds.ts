import type { EmailBody } from "./body.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import type { Links } from "./links.ts";

/** What is special about one kind of email. */
export interface Words
  extends Pick<
    EmailBody,
    "headline" | "preheader" | "paragraphs" | "quote" | "rows" | "hasMarks" | "more" | "closing"
  > {
  subject: string;
  action: NonNullable<EmailBody["action"]>;
}

export interface Context {
  links: Links;
  /** Milliseconds since the epoch. */
  now: number;
}

/** @throws ZodError if the outbox has other data than the kind needs */
export type Kind = (email: ClaimedEmail, context: Context) => Words;

/** Maximum number of rows or titles. The pages show the others. */
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

/** Cuts a text that would make an email too large. */
export function shorten(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length
    ? `${letters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
