import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { isAskedByHttps } from "@/lib/http/own-address.server";

const COOKIE = "deleted-firm";
const LIFETIME_SECONDS = 15 * 60;

const schema = z.object({
  name: z.string(),
  /** The time at which the sweep erases the firm's data, in ISO 8601. */
  erasedAt: z.string(),
  /** No other user of this browser may see the message about the firm. */
  userId: z.string(),
});

export type DeletedFirm = z.infer<typeof schema>;

export async function readDeletedFirm(userId: string): Promise<DeletedFirm | null> {
  const value = (await cookies()).get(COOKIE)?.value;
  if (!value) return null;
  try {
    const text = Buffer.from(value, "base64url").toString("utf8");
    const firm = schema.safeParse(JSON.parse(text)).data;
    return firm?.userId === userId ? firm : null;
  } catch {
    return null;
  }
}

export async function saveDeletedFirm(firm: DeletedFirm): Promise<void> {
  (await cookies()).set(COOKIE, Buffer.from(JSON.stringify(firm)).toString("base64url"), {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/o",
    maxAge: LIFETIME_SECONDS,
  });
}
