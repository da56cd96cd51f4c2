import { z } from "zod";
import type { ClaimedMail } from "./claimed-mail.ts";
import { withoutLinks } from "./plain-text.ts";

const sender = z.object({ is_trusted: z.boolean() });

/** Fields with text that a firm wrote. Names never contain links. */
const TEXTS: ReadonlySet<string> = new Set(["title", "note", "reason", "ready"]);

/**
 * Removes links from the firm's text unless the firm is trusted: a firm that was just created could
 * send strangers anywhere.
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
