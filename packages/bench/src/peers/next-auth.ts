import { decode, encode } from "next-auth/jwt";

const SECRET = "a secret of thirty-two characters";

/** The session cookie next-auth keeps with its default strategy: an encrypted JWT. */
export async function nextAuthCookie(claims: Record<string, unknown>): Promise<string> {
  return encode({ token: claims, secret: SECRET });
}

/** What next-auth does to read it. */
export async function readNextAuth(cookie: string): Promise<unknown> {
  return decode({ token: cookie, secret: SECRET });
}
