import "server-only";
import { unstable_rethrow } from "next/navigation";
import { leaveIfRefused } from "@/lib/backend/live-session.server";
import { outageOf } from "@/lib/backend/outage.server";
import { toAppError } from "@/lib/errors/app-error";

const respond = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store" } });

/**
 * Returns the data as JSON. If the session has ended or needs a second factor, redirects to an HTML
 * page, and `fetchJson` rejects.
 */
export async function respondJson(read: () => Promise<unknown>): Promise<Response> {
  try {
    return respond(await read());
  } catch (thrown) {
    unstable_rethrow(thrown);
    await leaveIfRefused(thrown);
    const outage = await outageOf(thrown);
    if (outage) return respond({ error: outage.code }, 503);
    const { code } = toAppError(thrown);
    return respond({ error: code }, code === "validation_failed" ? 400 : 500);
  }
}
