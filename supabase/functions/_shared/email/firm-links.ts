import { z } from "zod";
import type { ClaimedEmail } from "./claimed-email.ts";
import { withoutLinks } from "./plain-text.ts";

const sender = z.object({ is_trusted: z.boolean() });

/**
 * Fields with text that a firm wrote. Names are not in this list: the database refuses names with
 * `://`, `www.` or an email address, and a name that looks like a domain, such as Harbour.com, must
 * stay as it is.
 */
const TEXTS: ReadonlySet<string> = new Set(["title", "help", "note", "reason", "ready"]);

/**
 * Removes links from the text of untrusted firms. A stranger could create a firm and send people
 * links to any site.
 */
export function withFirmLinks(email: ClaimedEmail): ClaimedEmail {
  if (sender.safeParse(email.data).data?.is_trusted) return email;
  return {
    ...email,
    request_title: email.request_title && withoutLinks(email.request_title),
    request_message: email.request_message && withoutLinks(email.request_message),
    // Omit the whole address if it contains a link, because the rest would not be an address.
    postal_address: hasLink(email.postal_address) ? null : email.postal_address,
    data: strip(email.data, false),
  };
}

function hasLink(text: string | null): boolean {
  return text !== null && withoutLinks(text) !== text;
}

function strip(value: unknown, isText: boolean): unknown {
  if (typeof value === "string") return isText ? withoutLinks(value) : value;
  if (Array.isArray(value)) return value.map((entry) => strip(entry, isText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, strip(entry, TEXTS.has(key))]),
  );
}
