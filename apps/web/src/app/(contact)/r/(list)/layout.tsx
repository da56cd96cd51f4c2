import type { ReactNode } from "react";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guardedFrame } from "@/app/_components/guarded-frame";
import MyRequestsPage from "@/app/(contact)/r/(list)/page";
import { OfflineStrip } from "@/components/live/offline-strip";
import { WithoutScripts } from "@/components/ui/without-scripts";
import { loadMyRequests, loadOnlyFirm } from "@/features/portal/loaders";
import { guardDocument } from "@/lib/http/document-request.server";
import { CONTACT_STRIP } from "@/lib/style/contact-strip";

export default guardedFrame(async function MyRequestsLayout({ children }: { children: ReactNode }) {
  await guardDocument(loadMyRequests);
  return (
    <FirmFrame load={loadOnlyFirm} homeHref="/r">
      <OfflineStrip className={CONTACT_STRIP} />
      <WithoutScripts>
        <MyRequestsPage />
      </WithoutScripts>
      {children}
    </FirmFrame>
  );
}, "firm");
