import { invalid } from "./errors.ts";

const MAX_EMAIL_CHARACTERS = 255;
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Rejects leading and trailing spaces, as hosted Supabase does. */
export function parseEmail(text: string | undefined): string {
  if (text === undefined) throw invalid("An email address is required");
  if (text.length > MAX_EMAIL_CHARACTERS) throw invalid("An email address is too long");
  const email = text.toLowerCase();
  if (!EMAIL.test(email)) throw invalid("Unable to validate email address: invalid format");
  return email;
}
