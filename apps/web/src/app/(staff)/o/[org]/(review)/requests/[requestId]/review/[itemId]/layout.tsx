import { guardedFrame } from "@/app/_components/guarded";
import { OutlivedError } from "@/components/forms/outlived-error";
import { FullFrame } from "@/components/ui/full-frame";
import { loadPlace } from "@/features/review/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guardedFrame(async function ReviewLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]/review/[itemId]">) {
  const { org, requestId, itemId } = await params;
  await guardDocument(() => loadPlace(org, requestId, itemId));
  return (
    <FullFrame>
      <OutlivedError>{children}</OutlivedError>
    </FullFrame>
  );
});
