import { guarded } from "@/app/_components/guarded";
import { loadPlace } from "@/features/review/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guarded(async function ReviewLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]/review/[itemId]">) {
  const { org, requestId, itemId } = await params;
  await guardDocument(() => loadPlace(org, requestId, itemId));
  return children;
});
