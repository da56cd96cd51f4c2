import { unstable_rethrow } from "next/navigation";
import { loadMatches, loadMenuStart } from "@/features/search/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { outageOf } from "@/lib/backend/outage.server";
import { toProblem } from "@/lib/errors/problem";
import { parseRecords } from "@/lib/recent-records";
import { isUuid } from "@/lib/uuid";

export const dynamic = "force-dynamic";

const answer = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store" } });

/**
 * Answers the command menu. With `q`, returns the clients and requests that match. Without it,
 * returns the records named in `recent`, and the request named in `request` with its actions.
 */
export async function GET(
  incoming: Request,
  { params }: RouteContext<"/o/[org]/search">,
): Promise<Response> {
  const { org: slug } = await params;
  const search = new URL(incoming.url).searchParams;
  const query = search.get("q");
  const request = search.get("request") ?? "";
  try {
    await requireSession({ next: `/o/${slug}` });
    return answer(
      query === null
        ? await loadMenuStart(slug, {
            recent: parseRecords(search.get("recent")),
            requestId: isUuid(request) ? request : null,
          })
        : await loadMatches(slug, query),
    );
  } catch (thrown) {
    unstable_rethrow(thrown);
    const outage = await outageOf(thrown);
    if (outage) return answer({ error: outage.code }, 503);
    const { code } = toProblem(thrown);
    return answer({ error: code }, code === "validation_failed" ? 400 : 500);
  }
}
