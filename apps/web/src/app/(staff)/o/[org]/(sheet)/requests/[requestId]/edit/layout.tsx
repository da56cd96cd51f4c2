import { guarded } from "@/app/_components/guarded";
import { loadOpenRequest } from "@/features/requests/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

/**
 * `loadOpenRequest` redirects if the request is not open. In a document, the redirect happens
 * before the response starts, so that no skeleton appears.
 */
export default guarded(async function EditRequestLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]/edit">) {
  const { org, requestId } = await params;
  await guardDocument(() => loadOpenRequest(org, requestId));
  return children;
});
