import type { OutgoingEmail } from "../gateway/outgoing-email.ts";

export interface Message {
  id: string;
  received_at: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  /** The mailbox does not store the contents. */
  attachments: { filename: string; bytes: number }[];
  tags: { name: string; value: string }[];
  /** Numbers of six to ten digits, in the order of the email. */
  codes: string[];
  links: string[];
}

export interface MessageExtras {
  attachments?: Message["attachments"];
  tags?: Message["tags"];
}

const CODE = /(?<![\w#./=&%-])\d{6,10}(?![\w/=%-])/g;
const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)(?:<\/a>|$)/gi;
const URL_IN_TEXT = /https?:\/\/[^\s<>"')\]]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

export function createMessage(
  email: OutgoingEmail,
  details: { id: string; receivedAtMs: number } & MessageExtras,
): Message {
  const html = email.html ?? null;
  const text = email.text ?? null;
  return {
    id: details.id,
    received_at: new Date(details.receivedAtMs).toISOString(),
    from: email.from,
    to: email.to,
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    reply_to: email.replyTo ?? [],
    subject: email.subject,
    html,
    text,
    headers: email.headers ?? {},
    attachments: details.attachments ?? [],
    tags: details.tags ?? [],
    codes: findCodes(text ?? htmlToText(html ?? "")),
    links: findLinks({ html, text }).map(({ href }) => href),
  };
}

export function bareAddress(address: string): string {
  return (/<([^>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}

function findCodes(text: string): string[] {
  return [...new Set(text.match(CODE) ?? [])];
}

export interface LabelledLink {
  href: string;
  label: string;
}

export function findLinks({ html, text }: Pick<Message, "html" | "text">): LabelledLink[] {
  const found =
    html === null
      ? (text?.match(URL_IN_TEXT) ?? []).map((href) => ({ href, label: "" }))
      : [...html.matchAll(ANCHOR)].map(([, double, single, inner = ""]) => ({
          href: decode(double ?? single ?? ""),
          label: htmlToText(inner).replaceAll(/\s+/g, " ").trim(),
        }));
  const links = found.filter(({ href }) => /^https?:\/\//i.test(href));
  return [...new Map(links.reverse().map((link) => [link.href, link])).values()].reverse();
}

function htmlToText(html: string): string {
  const visible = html.replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, " ");
  return decode(visible.replaceAll(/<[^>]*>/g, " "));
}

function decode(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#34|#39);/g, (entity) => ENTITIES[entity] ?? "");
}
