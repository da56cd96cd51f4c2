import { z } from "zod";
import type { ClaimedMail } from "./claimed-mail.ts";
import { withoutLinks } from "./plain-text.ts";

const sender = z.object({ is_trusted: z.boolean() });

/** What firms write, by its name in the data of an email. Names of people and firms hold no links. */
const TEXTS: ReadonlySet<string> = new Set(["title", "note", "reason", "ready"]);

/**
 * The email as its reader may see it: links in the firm's text only when the firm is trusted. A firm
 * that was just founded could lead strangers anywhere.
 */
export function withFirmLinks(mail: ClaimedMail): ClaimedMail {
  if (sender.safeParse(mail.data).data?.is_trusted) return mail;
  return {
    ...mail,
    request_title: mail.request_title && withoutLinks(mail.request_title),
    request_message: mail.request_message && withoutLinks(mail.request_message),
    data: strip(mail.data, false),
  };
}

function strip(value: unknown, isText: boolean): unknown {
  if (typeof value === "string") return isText ? withoutLinks(value) : value;
  if (Array.isArray(value)) return value.map((entry) => strip(entry, isText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, strip(entry, TEXTS.has(key))]),
  );
}
