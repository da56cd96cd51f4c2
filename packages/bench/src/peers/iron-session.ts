import { sealData, unsealData } from "iron-session";

const PASSWORD = "a password of at least thirty-two characters";

/** The cookie in which iron-session keeps data: sealed by a password. */
export async function ironSessionCookie(data: Record<string, unknown>): Promise<string> {
  return sealData(data, { password: PASSWORD });
}

/** What iron-session does to read it. */
export async function readIronSession(cookie: string): Promise<unknown> {
  return unsealData(cookie, { password: PASSWORD });
}
