import { decode, encode } from "next-auth/jwt";

const SECRET = "a secret of thirty-two characters";

export async function nextAuthCookie(claims: Record<string, unknown>): Promise<string> {
  return encode({ token: claims, secret: SECRET });
}

export async function readNextAuth(cookie: string): Promise<unknown> {
  return decode({ token: cookie, secret: SECRET });
}
