export const PROMISE =
  "Links in our emails never sign you in, and Dossier never asks for a password by email.";

export function toFooter(address: string, name: string | null, firm?: string): string {
  const reader = `Sent with Dossier to ${name ? `${name} (${address})` : address}. ${PROMISE}`;
  return firm === undefined ? reader : `${firm}\n${reader}`;
}
