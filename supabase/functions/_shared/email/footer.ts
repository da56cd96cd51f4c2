export const PROMISE =
  "Links in our emails never sign you in, and Dossier never asks for a password by email.";

/**
 * Returns the footer. The footer names the reader and says what Dossier never asks for by email.
 * @param name the reader's name, or null if it is not known
 * @param firm the sender's name and postal address in one line, shown first
 */
export function toFooter(address: string, name: string | null, firm?: string): string {
  const reader = `Sent with Dossier to ${name ? `${name} (${address})` : address}. ${PROMISE}`;
  return firm === undefined ? reader : `${firm}\n${reader}`;
}
