import { type Email, waitForEmail } from "../../../scripts/test-supabase/mailbox";
import { mailboxUrl } from "./addresses";

const TIMEOUT_MS = 25_000;
const read = new Set<string>();
/**
 * `nextEmail` ignores emails from before the start of this process. After a failed test, a new
 * process starts, and the earlier process may have read those emails.
 */
const BEGAN_AT = Date.now();

/**
 * Waits for an email to an email address, and returns it. Each email is returned only once.
 * @throws Error if none arrives within 25 seconds
 */
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
