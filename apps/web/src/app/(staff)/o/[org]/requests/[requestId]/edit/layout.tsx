import { guarded } from "@/app/_components/guarded";
import { loadOpenRequest } from "@/features/requests/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

/** Guard above the loading state: redirects at once if the request is not open. */
export default guarded(async function EditRequestLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]/edit">) {
  const { org, requestId } = await params;
  await guardDocument(() => loadOpenRequest(org, requestId));
  return children;
});
