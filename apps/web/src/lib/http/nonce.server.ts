import "server-only";
import { headers } from "next/headers";

/**
 * Returns the nonce of the current document for its inline style sheet. Returns `undefined` if the
 * request has no policy with a nonce.
 */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}
