import type { Route } from "next";
import type { ReactNode } from "react";
import { FailureBoundary } from "@/app/_components/failure/failure-boundary";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guardedFrame } from "@/app/_components/guarded-frame";
import { ItemHeader } from "@/app/(contact)/_components/item-header";
import { PageRefresh } from "@/components/live/page-refresh";
import { UploadsNotice } from "@/features/files/components/uploads-notice";
import { loadContactRequest, loadItems } from "@/features/items/loaders";
import { strings } from "@/features/items/strings";
import { guardDocument } from "@/lib/http/document-request.server";

type Props = { children: ReactNode; params: Promise<{ publicId: string }> };

async function HeaderStart({ publicId, children }: { publicId: string; children: ReactNode }) {
  const { request, items } = await loadItems(publicId);
  return (
    <ItemHeader
      listHref={`/r/${publicId}/items` as Route}
      title={request.title}
      positions={Object.fromEntries(
        items.map(({ id }, index) => [id, strings.item.position(index + 1, items.length)]),
      )}
    >
      {children}
    </ItemHeader>
  );
}

export default guardedFrame(async function ItemsLayout({ children, params }: Props) {
  const { publicId } = await params;
  await guardDocument(() => loadItems(publicId));
  return (
    <FirmFrame
      load={() => loadContactRequest(publicId)}
      homeHref={`/r/${publicId}/items` as Route}
      helpHref={`/help?request=${encodeURIComponent(publicId)}`}
      signOutNext={`/r/${publicId}`}
      wrapHeader={(firm) => <HeaderStart publicId={publicId}>{firm}</HeaderStart>}
    >
      <PageRefresh texts={strings.connection} />
      <UploadsNotice />
      <FailureBoundary>{children}</FailureBoundary>
    </FirmFrame>
  );
}, "firm");
