import { guarded } from "@/app/_components/guarded";
import { OutlivedError } from "@/components/forms/outlived-error";
import { loadRequest } from "@/features/requests/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guarded(async function RequestLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]">) {
  const { org, requestId } = await params;
  await guardDocument(() => loadRequest(org, requestId));
  return <OutlivedError>{children}</OutlivedError>;
});
