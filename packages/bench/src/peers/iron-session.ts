import { sealData, unsealData } from "iron-session";

const PASSWORD = "a password of at least thirty-two characters";

export async function ironSessionCookie(data: Record<string, unknown>): Promise<string> {
  return sealData(data, { password: PASSWORD });
}

export async function readIronSession(cookie: string): Promise<unknown> {
  return unsealData(cookie, { password: PASSWORD });
}
