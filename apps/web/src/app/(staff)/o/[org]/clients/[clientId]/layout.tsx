import { guarded } from "@/app/_components/guarded";
import { loadClient } from "@/features/clients/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

/** Checks access above the loading state, so that an unknown client is a real 404. */
export default guarded(async function ClientLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/clients/[clientId]">) {
  const { org, clientId } = await params;
  await guardDocument(() => loadClient(org, clientId));
  return children;
});
