import { loadClientChoices } from "@/features/clients/loaders";
import { loadMatches, loadMenuStart } from "@/features/search/loaders";
import { loadTemplatePreview } from "@/features/templates/loaders";
import { requireSession } from "@/lib/backend/backend.server";
import { respondJson } from "@/lib/http/json-response.server";
import { searchText } from "@/lib/http/search-params";
import { isUuid } from "@/lib/ids/uuid";
import { parseRecords } from "@/lib/recent/recent-records";

export const dynamic = "force-dynamic";

/**
 * The parameter `clients` returns matching active clients, `template` the content of a template,
 * and `q` matching clients and requests. Without these parameters, the response contains the
 * records whose keys are in `recent`, the request whose id is in `request`, and the active client
 * whose id is in `client`.
 */
export async function GET(
  incoming: Request,
  { params }: RouteContext<"/o/[org]/search">,
): Promise<Response> {
  const { org: slug } = await params;
  const search = new URL(incoming.url).searchParams;
  const idIn = (name: string) => {
    const id = search.get(name);
    return isUuid(id) ? id : null;
  };
  const template = search.get("template");
  return respondJson(async () => {
    await requireSession({ next: `/o/${slug}` });
    if (search.has("clients")) {
      return loadClientChoices(slug, searchText(search.get("clients")));
    }
    if (template !== null) return loadTemplatePreview(slug, template);
    return search.has("q")
      ? loadMatches(slug, searchText(search.get("q")) ?? "")
      : loadMenuStart(slug, {
          recent: parseRecords(search.get("recent")),
          requestId: idIn("request"),
          clientId: idIn("client"),
        });
  });
}
