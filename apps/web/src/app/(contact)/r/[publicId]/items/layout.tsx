import type { Route } from "next";
import type { ReactNode } from "react";
import { guardedFrame } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";
import { PageRefresh } from "@/components/live/page-refresh";
import { UploadsNotice } from "@/features/files/components/uploads-notice";
import { loadContactRequest } from "@/features/items/loaders";
import { strings } from "@/features/items/strings";
import { guardDocument } from "@/lib/http/document-request.server";

type Props = { children: ReactNode; params: Promise<{ publicId: string }> };

export default guardedFrame(async function ItemsLayout({ children, params }: Props) {
  const { publicId } = await params;
  await guardDocument(() => loadContactRequest(publicId));
  return (
    <SiteFrame
      isStreamed
      width="text"
      homeHref={`/r/${publicId}/items` as Route}
      helpHref={`/help?request=${encodeURIComponent(publicId)}`}
      signOutNext={`/r/${publicId}`}
    >
      <PageRefresh offlineText={strings.offline} />
      <UploadsNotice />
      {children}
    </SiteFrame>
  );
});
