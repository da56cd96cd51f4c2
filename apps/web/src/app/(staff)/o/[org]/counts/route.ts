import { findWorkCounts } from "@/features/inbox/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { respondJson } from "@/lib/http/json-response.server";

export const dynamic = "force-dynamic";

/**
 * Returns `null` for a user who has left the firm, because an open page may still request the
 * counts. Browsers would log a 404 as an error.
 */
export async function GET(
  _: Request,
  { params }: RouteContext<"/o/[org]/counts">,
): Promise<Response> {
  const { org: slug } = await params;
  return respondJson(async () => {
    await requireSession({ next: `/o/${slug}` });
    return findWorkCounts(slug);
  });
}
