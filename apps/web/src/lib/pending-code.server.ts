import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { isAskedByHttps } from "@/lib/own-address.server";

const COOKIE = "pending-code";
const LIFETIME_SECONDS = 15 * 60;
/** Seconds between two codes to one address, as the auth service enforces it. */
export const RESEND_SECONDS = 60;

const schema = z.object({
  purpose: z.enum(["sign-up", "sign-in", "recovery", "portal", "join"]),
  email: z.string(),
  /** Where to go once the code is accepted. */
  next: z.string().optional(),
  /** Public id of the request whose contact signs in. */
  publicId: z.string().optional(),
  /** Id of the invitation whose addressee signs in. */
  invitationId: z.string().optional(),
  /** When the code was sent, in milliseconds since the epoch. */
  sentAt: z.number(),
});

/** A code that was sent and is to be typed: kept in an HttpOnly cookie, so no address is in a URL. */
export type PendingCode = z.infer<typeof schema>;

/** The code this browser waits for, if any. */
export async function readPendingCode(): Promise<PendingCode | null> {
  const value = (await cookies()).get(COOKIE)?.value;
  if (!value) return null;
  try {
    const text = Buffer.from(value, "base64url").toString("utf8");
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Remembers the code that was just sent; only in actions. */
export async function savePendingCode(pending: Omit<PendingCode, "sentAt">): Promise<void> {
  const value = Buffer.from(JSON.stringify({ ...pending, sentAt: Date.now() })).toString(
    "base64url",
  );
  (await cookies()).set(COOKIE, value, {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/",
    maxAge: LIFETIME_SECONDS,
  });
}

/** Forgets it; only in actions. */
export async function clearPendingCode(): Promise<void> {
  (await cookies()).delete(COOKIE);
}

/** Seconds until the next code may be asked for. */
export function secondsUntilResend(pending: PendingCode, now = Date.now()): number {
  return Math.max(0, Math.ceil(RESEND_SECONDS - (now - pending.sentAt) / 1000));
}
