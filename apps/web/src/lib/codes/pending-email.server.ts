import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { isAskedByHttps } from "@/lib/http/own-address.server";

const COOKIE = "pending-email";
/** The codes are good for ten minutes; a little longer, so that an expired one can say so. */
const LIFETIME_SECONDS = 15 * 60;

const schema = z.object({
  /** The address the account is to have. */
  newEmail: z.string(),
  /** Whose code is still to be typed. */
  step: z.enum(["current", "new"]),
  /** The account that asked: another person in this browser must not go on with it. */
  userId: z.string(),
});

/** A change of address that waits for the codes of both addresses. */
export type PendingEmail = z.infer<typeof schema>;

/** The change this browser waits for, if any. */
export async function readPendingEmail(userId: string): Promise<PendingEmail | null> {
  const value = (await cookies()).get(COOKIE)?.value;
  if (!value) return null;
  try {
    const text = Buffer.from(value, "base64url").toString("utf8");
    const pending = schema.safeParse(JSON.parse(text)).data;
    return pending?.userId === userId ? pending : null;
  } catch {
    return null;
  }
}

/** Remembers a change that was begun, or its next step; only in actions. */
export async function savePendingEmail(pending: PendingEmail): Promise<void> {
  const value = Buffer.from(JSON.stringify(pending)).toString("base64url");
  (await cookies()).set(COOKIE, value, {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/",
    maxAge: LIFETIME_SECONDS,
  });
}

/** Forgets it; only in actions. */
export async function clearPendingEmail(): Promise<void> {
  (await cookies()).delete(COOKIE);
}
