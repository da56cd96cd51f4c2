import { findWorkCounts } from "@/features/inbox/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { answerJson } from "@/lib/http/json-answer.server";

export const dynamic = "force-dynamic";

/**
 * A user who has just left the firm may have a page open that still requests the counts. The
 * response is `null` and not a 404, because the browser would log a 404 as an error.
 */
export async function GET(
  _: Request,
  { params }: RouteContext<"/o/[org]/counts">,
): Promise<Response> {
  const { org: slug } = await params;
  return answerJson(async () => {
    await requireSession({ next: `/o/${slug}` });
    return findWorkCounts(slug);
  });
}
