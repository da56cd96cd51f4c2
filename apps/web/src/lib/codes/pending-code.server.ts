import "server-only";
import { cookies } from "next/headers";
import { codeEmails } from "@/lib/codes/code-emails.server";
import {
  type AskedCode,
  addPendingCode,
  findPendingCode,
  formatPendingCodes,
  lifetimeSeconds,
  type PendingCode,
  type PendingCodes,
  parsePendingCodes,
  secondsUntilResend,
  spendPendingCode,
} from "@/lib/codes/pending-codes";
import { isAskedByHttps } from "@/lib/http/own-address.server";

/** HttpOnly, so no address is in a URL. */
const COOKIE = "pending-code";

/** A code to be typed, and how long until another one may be asked for. */
export type AwaitedCode = PendingCode & { resendInSeconds: number };

async function readAll(now: number): Promise<PendingCodes> {
  return parsePendingCodes((await cookies()).get(COOKIE)?.value, now);
}

async function writeAll(codes: PendingCodes, now: number): Promise<void> {
  const jar = await cookies();
  const maxAge = lifetimeSeconds(codes, now);
  if (maxAge === 0) {
    jar.delete(COOKIE);
    return;
  }
  jar.set(COOKIE, formatPendingCodes(codes), {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/",
    maxAge,
  });
}

/** The code that a flow of this browser waits for, if any. */
export async function readPendingCode(flow: string): Promise<AwaitedCode | null> {
  const now = Date.now();
  const codes = await readAll(now);
  const code = findPendingCode(codes, flow);
  return code && { ...code, resendInSeconds: secondsUntilResend(codes, code.email, now) };
}

/** Seconds until this browser may ask for the next code to an address. */
export async function pauseOf(email: string): Promise<number> {
  const now = Date.now();
  return secondsUntilResend(await readAll(now), email, now);
}

/** Remembers the code that was just asked for; only in actions. */
export async function savePendingCode(asked: AskedCode): Promise<void> {
  const now = Date.now();
  const codes = await readAll(now);
  const secret =
    codes.findLast(({ email }) => email === asked.email)?.secret ??
    crypto.randomUUID().replaceAll("-", "");
  // The same for every address, whether or not its own email was refused.
  const isLimited = codeEmails.isLimited(now) || undefined;
  await writeAll(addPendingCode(codes, { ...asked, secret, isLimited }, now), now);
}

/** Ends the waiting of a flow; only in actions. */
export async function clearPendingCode(flow: string): Promise<void> {
  const now = Date.now();
  await writeAll(spendPendingCode(await readAll(now), flow, now), now);
}
