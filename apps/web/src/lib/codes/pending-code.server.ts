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

/** An HttpOnly cookie stores the email address, so that no URL contains the address. */
const COOKIE = "pending-code";

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

export async function readPendingCode(flow: string): Promise<AwaitedCode | null> {
  const now = Date.now();
  const codes = await readAll(now);
  const code = findPendingCode(codes, flow);
  return code && { ...code, resendInSeconds: secondsUntilResend(codes, code.email, now) };
}

export async function readResendSeconds(email: string): Promise<number> {
  const now = Date.now();
  return secondsUntilResend(await readAll(now), email, now);
}

export async function savePendingCode(asked: AskedCode): Promise<void> {
  const now = Date.now();
  const codes = await readAll(now);
  const secret =
    codes.findLast(({ email }) => email === asked.email)?.secret ??
    crypto.randomUUID().replaceAll("-", "");
  // `isLimited` depends only on the service, not on the email address, so it reveals no account.
  const isLimited = codeEmails.isLimited(now) || undefined;
  await writeAll(addPendingCode(codes, { ...asked, secret, isLimited }, now), now);
}

export async function clearPendingCode(flow: string): Promise<void> {
  const now = Date.now();
  await writeAll(spendPendingCode(await readAll(now), flow, now), now);
}
