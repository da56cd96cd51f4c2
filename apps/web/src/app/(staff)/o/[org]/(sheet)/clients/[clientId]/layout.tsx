import { guarded } from "@/app/_components/guarded";
import { loadClient } from "@/features/clients/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guarded(async function ClientLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/clients/[clientId]">) {
  const { org, clientId } = await params;
  await guardDocument(() => loadClient(org, clientId));
  return children;
});
