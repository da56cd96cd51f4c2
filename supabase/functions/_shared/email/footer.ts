export const PROMISE =
  "Links in our emails never sign you in, and Dossier never asks for a password by email.";

/**
 * Says to whom an email was sent, and what no email asks for.
 * @param name of the reader, if it is known
 */
export function toFooter(address: string, name: string | null): string {
  return `Sent to ${name ? `${name} (${address})` : address} with Dossier. ${PROMISE}`;
}
