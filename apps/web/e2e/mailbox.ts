import { type Email, waitForEmail } from "../../../scripts/test-supabase/mailbox";
import { mailboxUrl } from "./addresses";

const TIMEOUT_MS = 25_000;
const read = new Set<string>();
/**
 * Emails that are older than this process are ignored. After a failed test, a new process starts,
 * and the earlier process may already have returned the older emails.
 */
const BEGAN_AT = Date.now();

/** Returns each email only once. */
export async function nextEmail(
  to: string,
  matches: (email: Email) => boolean = () => true,
): Promise<Email> {
  const isNext = (email: Email) => email.at >= BEGAN_AT && !read.has(email.id) && matches(email);
  const email = await waitForEmail(mailboxUrl, to, (emails) => emails.find(isNext), {
    timeoutMs: TIMEOUT_MS,
  });
  read.add(email.id);
  return email;
}

export async function nextCode(to: string): Promise<string> {
  const email = await nextEmail(to, ({ codes }) => codes.length > 0);
  const [code] = email.codes;
  if (!code) throw new Error(`The email to ${to} contains no code.`);
  return code;
}
