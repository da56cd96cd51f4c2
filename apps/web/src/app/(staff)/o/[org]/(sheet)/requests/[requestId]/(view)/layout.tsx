import { guarded } from "@/app/_components/guarded";
import RequestPage from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/(view)/page";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { loadRequest } from "@/features/requests/loaders";
import { isDocumentRequest } from "@/lib/http/document-request.server";
import { requestQueryWithin } from "@/lib/http/request-path.server";

/**
 * Without scripts, the parts of a long streamed page appear out of order. For a sent request, this
 * layout therefore renders the whole page before the streamed parts.
 */
export default guarded(async function RequestViewLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]">) {
  const { org, requestId } = await params;
  const isSent =
    (await isDocumentRequest()) && (await loadRequest(org, requestId)).status !== "draft";
  return (
    <>
      {isSent ? (
        <WithoutScripts>
          <RequestPage
            params={params}
            searchParams={requestQueryWithin(`/o/${org}/requests/${requestId}`)}
          />
        </WithoutScripts>
      ) : null}
      {children}
    </>
  );
});
