import { backendUrl } from "./addresses";

/** A mail as the mailbox's JSON shows it, as far as the journey reads it. */
export type Mail = { id: string; subject: string; codes: string[]; links: string[] };

const WAIT_SECONDS = 25;
const read = new Set<string>();
/** Earlier mails were for others: a test that failed is followed by a process that has read none. */
const BEGAN_AT = Date.now();

/**
 * The next mail to an address that the journey has not read yet.
 * @throws Error when none arrives in 25 seconds, the mailbox's longest wait but a little
 */
export async function nextMail(
  to: string,
  matches: (mail: Mail) => boolean = () => true,
): Promise<Mail> {
  const deadline = Date.now() + WAIT_SECONDS * 1000;
  let since = BEGAN_AT;
  while (Date.now() < deadline) {
    // Taken before asking, so that a mail that arrives meanwhile counts as later.
    const askedAt = Date.now();
    const query = new URLSearchParams({ to, wait: "5", since: `${since}` });
    const response = await fetch(`${backendUrl}/mailbox/messages?${query}`);
    const { messages } = (await response.json()) as { messages: Mail[] };
    const found = messages.toReversed().find((mail) => !read.has(mail.id) && matches(mail));
    if (found) {
      read.add(found.id);
      return found;
    }
    since = askedAt;
  }
  throw new Error(`No further mail arrived for ${to}.`);
}

/** The code of the next mail to an address. */
export async function nextCode(to: string): Promise<string> {
  const mail = await nextMail(to, ({ codes }) => codes.length > 0);
  const [code] = mail.codes;
  if (!code) throw new Error(`The mail to ${to} holds no code.`);
  return code;
}
