import { guardedFrame } from "@/app/_components/guarded-frame";
import ReviewPage from "@/app/(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]/page";
import { OutlivedError } from "@/components/forms/outlived-error";
import { FullFrame } from "@/components/ui/full-frame";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { loadPlace } from "@/features/review/loaders";
import { guardDocument } from "@/lib/http/document-request.server";
import { requestQueryWithin } from "@/lib/http/request-path.server";

export default guardedFrame(async function ReviewLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/requests/[requestId]/review/[itemId]">) {
  const { org, requestId, itemId } = await params;
  await guardDocument(() => loadPlace(org, requestId, itemId));
  return (
    <FullFrame>
      <OutlivedError>
        <WithoutScripts>
          <ReviewPage
            params={params}
            searchParams={requestQueryWithin(`/o/${org}/requests/${requestId}/review/${itemId}`)}
          />
        </WithoutScripts>
        {children}
      </OutlivedError>
    </FullFrame>
  );
});
