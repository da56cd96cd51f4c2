export interface Email {
  id: string;
  /** Time in milliseconds since the epoch. */
  at: number;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** All numbers of six to ten digits, in the order in which they appear. */
  codes: string[];
  links: string[];
}

interface Listed {
  id?: string;
  at?: number;
  received_at?: string;
  to?: string | string[];
  subject?: string;
  text?: string | null;
  html?: string | null;
}

const CODE = /(?<![\w#./=&%-])\d{6,10}(?![\w/=%-])/g;
const LINK = /https?:\/\/[^\s<>"')\]]+/g;
const PAUSE_MS = 250;

function readEmail(listed: Listed): Email {
  const html = listed.html ?? "";
  const text = listed.text || html.replaceAll(/<(style|head)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ");
  const at = listed.at ?? Date.parse(listed.received_at ?? "");
  const subject = listed.subject ?? "";
  return {
    id: listed.id ?? `${at} ${subject}`,
    at,
    to: [listed.to ?? []].flat(),
    subject,
    text,
    html,
    codes: [...new Set(text.match(CODE) ?? [])],
    links: [...new Set((html || text).replaceAll("&amp;", "&").match(LINK) ?? [])],
  };
}

/**
 * Returns the emails of a mailbox, which responds to `GET ?to=ADDRESS` with a JSON list of emails,
 * or with an object whose `messages` are the list.
 */
export async function listEmails(mailboxUrl: string, to?: string): Promise<Email[]> {
  const address = new URL(mailboxUrl);
  if (to) address.searchParams.set("to", to);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The mailbox returned ${answer.status}.`);
  const body = (await answer.json()) as Listed[] | { messages: Listed[] };
  const listed = Array.isArray(body) ? body : body.messages;
  return listed.map(readEmail).sort((first, second) => first.at - second.at);
}

/** Waits for an email. The error message contains no email address, because logs may be public. */
export async function waitForEmail(
  mailboxUrl: string,
  to: string,
  find: (emails: Email[]) => Email | undefined,
  { timeoutMs }: { timeoutMs: number },
): Promise<Email> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = find(await listEmails(mailboxUrl, to));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`No email arrived within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
