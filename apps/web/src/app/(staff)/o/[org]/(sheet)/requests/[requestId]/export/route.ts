import { strings } from "@/app/_components/strings";
import { archiveName } from "@/features/export/archive/names";
import { planExport } from "@/features/export/archive/plan";
import { makeArchive } from "@/features/export/archive/zip";
import { beginExport } from "@/features/export/mutations";
import { listExportFiles, openStored, streamEvents } from "@/features/export/queries";
import { NOTHING_ACCEPTED } from "@/features/export/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { loadRequest } from "@/features/requests/loaders";
import { listSubmissions } from "@/features/review/queries";
import { backend as project } from "@/lib/backend/backend";
import { getBackend, requireSession } from "@/lib/backend/backend.server";
import { outageOf } from "@/lib/backend/outage.server";
import { isNotFound, toAppError } from "@/lib/errors/app-error";
import { contentDisposition } from "@/lib/http/file-response";

export const dynamic = "force-dynamic";

const seeOther = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, "cache-control": "private, no-store" },
  });

/**
 * The database function `begin_export` refuses or records the export. The route calls it right
 * before the response starts, so that no failed export is recorded.
 */
export async function GET(
  incoming: Request,
  { params }: RouteContext<"/o/[org]/requests/[requestId]/export">,
): Promise<Response> {
  const { org: slug, requestId } = await params;
  const page = `/o/${slug}/requests/${requestId}`;
  const exportPage = `${page}?export=1`;
  const load = async () => {
    const session = await requireSession({ next: exportPage });
    const [org, request] = await Promise.all([loadOrg(slug), loadRequest(slug, requestId)]);
    return { session, org, request };
  };
  const loaded = await load().catch(async (thrown: unknown) => {
    if (await outageOf(thrown)) return null;
    throw thrown;
  });
  // The request's page shows the error and offers the export again.
  if (!loaded) return seeOther(exportPage);
  const { session, org, request } = loaded;
  const { db } = await getBackend();
  try {
    const args = { orgId: org.id, requestId: request.id };
    const [submissions, files] = await Promise.all([
      listSubmissions(db, args),
      listExportFiles(db, args),
    ]);
    const plan = planExport({
      firm: org.name,
      timeZone: org.timeZone,
      exportedAt: new Date().toISOString(),
      request,
      submissions,
      files,
    });
    // Do not record an empty export, because no data leaves the firm.
    if (plan.rows.length === 0) return seeOther(`${page}?problem=${NOTHING_ACCEPTED}`);
    await beginExport(db, request.id);
    const archive = makeArchive(plan, {
      openFile: openStored({
        url: project.url,
        anonKey: project.anonKey,
        accessToken: session.accessToken,
        signal: incoming.signal,
      }),
      events: () => streamEvents(db, args),
    });
    const name = archiveName(request.client.name, request.title);
    return new Response(archive, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": contentDisposition({ name, mime: "application/zip" }),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    const appError = toAppError(error);
    if (isNotFound(appError)) {
      return new Response(strings.noAccess, {
        status: 404,
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    }
    if (appError.code === "insufficient_aal") {
      return seeOther(`/mfa?next=${encodeURIComponent(exportPage)}`);
    }
    return seeOther(`${page}?problem=${encodeURIComponent(appError.code)}`);
  }
}
