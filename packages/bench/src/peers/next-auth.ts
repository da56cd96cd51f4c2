import { decode, encode } from "next-auth/jwt";

const SECRET = "a secret of thirty-two characters";

/** Creates the session cookie of next-auth with its default strategy: an encrypted JWT. */
export async function nextAuthCookie(claims: Record<string, unknown>): Promise<string> {
  return encode({ token: claims, secret: SECRET });
}

/** Reads the cookie as next-auth does. */
export async function readNextAuth(cookie: string): Promise<unknown> {
  return decode({ token: cookie, secret: SECRET });
}
