import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { formatJsonCookie, parseJsonCookie } from "@/lib/http/json-cookie";
import { isAskedByHttps } from "@/lib/http/own-address.server";

const COOKIE = "pending-email";
/** Longer than the ten minutes of a code, so that the page can report an expired code. */
const LIFETIME_SECONDS = 15 * 60;

const schema = z.object({
  newEmail: z.string(),
  step: z.enum(["current", "new"]),
  /** The only user of this browser who may continue the change. */
  userId: z.string(),
});

export type PendingEmail = z.infer<typeof schema>;

export async function readPendingEmail(userId: string): Promise<PendingEmail | null> {
  const pending = parseJsonCookie(schema, (await cookies()).get(COOKIE)?.value);
  return pending?.userId === userId ? pending : null;
}

export async function savePendingEmail(pending: PendingEmail): Promise<void> {
  (await cookies()).set(COOKIE, formatJsonCookie(pending), {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/",
    maxAge: LIFETIME_SECONDS,
  });
}

export async function clearPendingEmail(): Promise<void> {
  (await cookies()).delete(COOKIE);
}
