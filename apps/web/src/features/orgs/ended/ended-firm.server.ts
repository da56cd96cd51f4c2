import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { formatJsonCookie, parseJsonCookie } from "@/lib/http/json-cookie";
import { isAskedByHttps } from "@/lib/http/own-address.server";

const COOKIE = "ended-firm";

/** The user may need the date on which a deleted firm is erased longer than the news of leaving. */
const LIFETIME_SECONDS = { deleted: 15 * 60, left: 60 };

const schema = z.object({
  name: z.string(),
  /**
   * The time at which the sweep erases the deleted firm's data, in ISO 8601. Missing if the user left
   * the firm.
   */
  erasedAt: z.string().optional(),
  /** The message about the firm is for this user only, not for other users of the browser. */
  userId: z.string(),
});

export type EndedFirm = z.infer<typeof schema>;

export async function readEndedFirm(userId: string): Promise<EndedFirm | null> {
  const firm = parseJsonCookie(schema, (await cookies()).get(COOKIE)?.value);
  return firm?.userId === userId ? firm : null;
}

export async function saveEndedFirm(firm: EndedFirm): Promise<void> {
  (await cookies()).set(COOKIE, formatJsonCookie(firm), {
    httpOnly: true,
    sameSite: "lax",
    secure: await isAskedByHttps(),
    path: "/o",
    maxAge: firm.erasedAt ? LIFETIME_SECONDS.deleted : LIFETIME_SECONDS.left,
  });
}
